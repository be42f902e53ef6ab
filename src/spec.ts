/** Limits and defaults of the service. Clients rely on the ones that docs/specification.md has too. */

/** Epochs of a window: 7 days in steps of 60 s (docs/specification.md, sections 1 and 8). */
export const WINDOW_EPOCHS = 10_080;
export const EPOCH_SECONDS = 60;
export const EPOCH_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Values of nside that a window may have (docs/specification.md, section 2). */
export const WINDOW_NSIDES = [32, 64, 128, 256] as const;
export const DEFAULT_NSIDE = 64;

/** Minimum elevation of a window if nothing else is set, in degrees above the horizon. */
export const DEFAULT_MIN_ELEVATION_DEG = 10;
/** Range of minimum elevations, in degrees: 0 is allowed, the zenith is not. */
export const MIN_ELEVATION_RANGE_DEG = { low: 0, below: 90 } as const;

/** Longest time in days between the epoch of an elset and the start of a window that takes it. */
export const ELSET_MAX_AGE_DAYS = 14;

/**
 * Longest time in hours after its epoch for which an elset of a supplemental source (CelesTrak's SupGP) replaces all
 * other elsets of its satellite: it is fitted to the plans of the operator from its epoch on.
 */
export const FITTED_MAX_AGE_HOURS = 24;

/** Days for which elsets are kept: the setting's default, and its range. */
export const ELSET_HISTORY_DAYS = { default: 90, low: ELSET_MAX_AGE_DAYS, high: 3_650 } as const;

/**
 * Frequency bands (docs/specification.md, section 2): half-open ranges in GHz, low inclusive. Bit k of a mask is entry
 * k. As in the contract, K ends and Ka begins at 26.5 GHz; in IEEE Std 521 at 27 GHz.
 */
export const BANDS = [
  { name: 'VHF', minGhz: 0.03, maxGhz: 0.3, range: '0.03-0.3 GHz' },
  { name: 'UHF', minGhz: 0.3, maxGhz: 1, range: '0.3-1.0 GHz' },
  { name: 'L', minGhz: 1, maxGhz: 2, range: '1.0-2.0 GHz' },
  { name: 'S', minGhz: 2, maxGhz: 4, range: '2.0-4.0 GHz' },
  { name: 'C', minGhz: 4, maxGhz: 8, range: '4.0-8.0 GHz' },
  { name: 'X', minGhz: 8, maxGhz: 12, range: '8.0-12.0 GHz' },
  { name: 'Ku', minGhz: 12, maxGhz: 18, range: '12.0-18.0 GHz' },
  { name: 'K', minGhz: 18, maxGhz: 26.5, range: '18.0-26.5 GHz' },
  { name: 'Ka', minGhz: 26.5, maxGhz: 40, range: '26.5-40.0 GHz' },
  { name: 'V', minGhz: 40, maxGhz: 75, range: '40.0-75.0 GHz' },
  { name: 'W', minGhz: 75, maxGhz: 110, range: '75.0-110.0 GHz' },
] as const;

/** Name of a band. */
export type BandName = (typeof BANDS)[number]['name'];
export type BandChoice = BandName | 'all';
/** Bands that a query may choose: one of them, or `all` together (the default). */
export const BAND_CHOICES: readonly BandChoice[] = [...BANDS.map((band) => band.name), 'all'];
export const ALL_BANDS_MASK = (1 << BANDS.length) - 1;

/** Lowest intensity of each risk level (docs/specification.md, section 2, and `assembly/emit/timeseriesJson.ts`). */
export const RISK_LEVELS = [
  { name: 'low', from: 0 },
  { name: 'moderate', from: 10 },
  { name: 'high', from: 20 },
  { name: 'severe', from: 30 },
] as const;

export type RiskLevel = (typeof RISK_LEVELS)[number]['name'];

/**
 * Days until a token of POST /auth expires: the setting's default (docs/specification.md, section 5). Other tokens
 * never expire.
 */
export const AUTH_TOKEN_DAYS = 30;

/** Highest frequency that a question may be about, in hertz. */
export const MAX_FREQUENCY_HZ = 300e9;

/** Number of other satellites in the answer about the sky over a place at an instant, or about suspects. */
export const LOOKED_AT = { default: 100, most: 1_000 } as const;
/**
 * Separation in degrees within which two satellites have an encounter. `default` holds if neither the request nor the
 * station's dish gives one.
 */
export const SEPARATION_DEG = { low: 0.01, high: 90, default: 5 } as const;
/**
 * Largest separation from the edge of the beam, in degrees, at which a satellite outside of the beam makes a clear
 * stretch less sure; if the beam is smaller than that, its size counts instead. After a day one Starlink element set in
 * a hundred is off by some 24 km or more (`src/catalogue/errors/law.ts`): 3 degrees at a distance of 450 km.
 */
export const NEAR_DEG = 3;
/** Number of encounters in one answer. */
export const ENCOUNTERS_TOLD = { default: 1_000, most: 10_000 } as const;
/** Longest time range of a question about suspects. */
export const SUSPECTS_RANGE = { seconds: 86_400, words: '24 hours' } as const;
/** Number of clear passes in one ranking. */
export const RANKED_PASSES = { default: 100, most: 1_000 } as const;
/**
 * Most pairs of satellite and station in one question about clear passes: 40 satellites over 100 stations, and some
 * more.
 */
export const MOST_PAIRS = 5_000;
/** Longest time that a question about clear passes may take, in seconds; then it is cut off. */
export const CLEAR_PASSES_SECONDS = 600;

/** Most ground stations of an account. The constants up to MASK_POINTS are limits of one station. */
export const STATIONS_PER_ACCOUNT = 500;
export const STATION_NAME_LENGTH = 200;
export const STATION_DESCRIPTION_LENGTH = 2_000;
/** Heights that a station may have, in metres above sea level. */
export const STATION_ELEVATION_RANGE_M = { low: -1_000, high: 100_000 } as const;
export const DISH_DIAMETER_RANGE_M = { low: 0.1, high: 100 } as const;
/** Number of points of a horizon mask; the core has room for the most (assembly/records/bySite/horizonMask). */
export const MASK_POINTS = { fewest: 12, most: 72 } as const;

/** Most satellites that an account tracks: each one makes sweeps and lists longer. */
export const TRACKED_PER_ACCOUNT = 500;

/** Most satellites in the answer to one search of the catalogue, and most characters of the searched text. */
export const FOUND_SATELLITES = { default: 20, most: 100 } as const;
export const SEARCH_LENGTH = 100;

/** Calls of an account, with all its tokens: defaults of the settings (docs/specification.md, section 8). */
export const RATE_LIMITS = {
  interference: { calls: 100, seconds: 60 },
  other: { calls: 100, seconds: 3_600 },
} as const;

/**
 * Limits of sign-ins. `networkFailures` allows the users of a network together four failures a minute. `emailFailures`
 * allows 1,920 guesses a day at the password of one email, from all networks together. `knownNetworks` notes for 14
 * days each network that a user has signed in from: failures from it are counted apart, so that guesses from elsewhere
 * lock nobody out. `email` limits the successful sign-ins with one email, so that tokens cannot be made without end.
 */
export const SIGN_IN_LIMITS = {
  networkFailures: { calls: 60, seconds: 900 },
  emailFailures: { calls: 20, seconds: 900 },
  knownNetworks: { calls: 1_000_000, seconds: 14 * 86_400 },
  email: { calls: 100, seconds: 900 },
} as const;

/**
 * Number of requests with unknown tokens or sessions that one network may make. Beyond it the service refuses the
 * network's credentials without a query, except credentials that were valid before.
 */
export const UNKNOWN_CREDENTIAL_LIMIT = { calls: 100, seconds: 60 } as const;

/**
 * Calls that one account may make to the page's own routes: playing a week makes some ten a second. Calls of the API
 * that the page makes count against the API's limits.
 */
export const PAGE_LIMIT = { calls: 600, seconds: 60 } as const;
/** Days for which somebody stays signed in to the page. */
export const SESSION_DAYS = 14;
/** Hours after which a session that nobody uses ends: long enough to outlast a weekend. */
export const SESSION_IDLE_HOURS = 72;
/** Most characters that are kept of a browser's User-Agent header. */
export const USER_AGENT_LENGTH = 200;
/** Fewest and most characters of a new password, counted in code points. */
export const PASSWORD_LIMITS = { least: 12, most: 128 } as const;
/** Most characters of an API token's name. */
export const TOKEN_NAME_LENGTH = 100;
/**
 * Most live API tokens of a user. A new one that would exceed them replaces the least recently used token that a
 * sign-in made, and is refused if there is none.
 */
export const TOKENS_PER_USER = 100;

/**
 * Milliseconds that a request waits for the database in all, so that the caller is refused within 5 s
 * (docs/architecture.md): the setting's default.
 */
export const DATABASE_TIMEOUT_MS = 4500;

/** Connections to a Postgres server: the setting's default. */
export const DATABASE_CONNECTIONS = 10;

/** Time in ms that answers under way have to end when the service stops: the setting's default. */
export const DRAIN_MS = 5_500;

/** Longest time in ms that a request waits to begin: the setting's default. */
export const OVERLOAD_WAIT_MS = 2000;

/** Hours between two requests to an address for new data: the setting's default. */
export const REFRESH_HOURS = 2;

/**
 * Names of CelesTrak's hosts, and hours between its updates: it shuts out clients that ask more often
 * (https://celestrak.org/usage-policy.php).
 */
export const CELESTRAK = { host: /(?:^|\.)celestrak\.(?:org|com)\.?$/, hours: 2 } as const;

/** Path below which the API lies, with its version (docs/specification.md, section 9). */
export const BASE_PATH = '/api/v1';

/**
 * Cells of a page (docs/specification.md, section 8). A larger `per_page` counts as the maximum, which the answer then
 * names.
 */
export const DEFAULT_PER_PAGE = 100;
export const MAX_PER_PAGE = 1000;

/** Largest request body, in bytes. */
export const BODY_LIMIT_BYTES = 65_536;
/** Largest request body with many stations, in bytes: room for STATIONS_PER_ACCOUNT of some 2 KB each. */
export const BATCH_LIMIT_BYTES = 1_048_576;

/** Longest time of a computation, in seconds; then it is given up. */
export const COMPUTATION_SECONDS = 30;
/**
 * Milliseconds after which a task of a long computation ends, so that other accounts get their turn. Further tasks
 * continue the computation.
 */
export const PORTION_MS = 4;
/** Seconds after which a thread that still works on one task is ended: tasks take some milliseconds. */
export const TASK_SECONDS = 6;
