import { availableParallelism } from 'node:os';
import { isIP } from 'node:net';
import { z } from 'zod';
import { UserError } from './errors.js';
import { SECRETS, withFiles } from './settings/secretFiles.js';
import { addresses, decimal, list, oneOf, whole } from './settings/forms.js';
import {
  AUTH_TOKEN_DAYS,
  CELESTRAK,
  DATABASE_CONNECTIONS,
  DATABASE_TIMEOUT_MS,
  DRAIN_MS,
  OVERLOAD_WAIT_MS,
  DEFAULT_MIN_ELEVATION_DEG,
  DEFAULT_NSIDE,
  ELSET_HISTORY_DAYS,
  MIN_ELEVATION_RANGE_DEG,
  RATE_LIMITS,
  REFRESH_HOURS,
  WINDOW_NSIDES,
} from './spec.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Prefix of variables that belong to this program. */
const PREFIX = 'SIDELOBE_';
/** Largest SERIES_CACHE_MB: the core's address space (4 GB) less windows, slots and other blocks. */
const MAX_SERIES_MEGABYTES = 3500;
const MAX_REFRESH_HOURS = 168;

function isNetwork(value: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Whether a text is an origin as a browser writes it: no path, no user, no default port. */
function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

const port = whole({ unit: 'port', low: 0, high: 65_535, example: 8080 });
const calls = whole({ unit: 'calls', low: 1, high: 1_000_000, example: 600 });
const duration = (low: number, preset: number, high = 120_000) =>
  whole({ unit: 'milliseconds', low, high, example: preset }).default(preset);
const filled = z.string().min(1);

type Form = z.ZodType<string | number | string[] | undefined>;

/** Variable and form of each setting. */
const SETTINGS = {
  host: ['HOST', filled.default('127.0.0.1')],
  port: ['PORT', port.default(8080)],
  /** Address at which the metrics are served; by default this machine alone reaches them. */
  metricsHost: ['METRICS_HOST', filled.default('127.0.0.1')],
  /** Port of the metrics; without it none are served. */
  metricsPort: ['METRICS_PORT', port.optional()],
  /** URL of a Postgres server; without it the database is embedded, in `dataDir`. */
  databaseUrl: [
    'DATABASE_URL',
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be a postgres:// URL, such as postgres://sidelobe@db.example.org:5432/sidelobe',
      })
      .optional(),
  ],
  /** Most connections to a Postgres server. */
  databaseConnections: [
    'DATABASE_CONNECTIONS',
    whole({ unit: 'connections', low: 2, high: 500, example: DATABASE_CONNECTIONS }).default(DATABASE_CONNECTIONS),
  ],
  /**
   * Longest time in ms that a request waits for the database, over all its queries; outside of requests, the longest
   * time of one statement that is not a BULK_STATEMENT.
   */
  databaseTimeoutMs: ['DATABASE_TIMEOUT_MS', duration(500, DATABASE_TIMEOUT_MS)],
  /**
   * Longest time in ms that a request waits to begin. A request that is expected to wait more than half of it is
   * refused at once.
   */
  overloadWaitMs: ['OVERLOAD_WAIT_MS', duration(100, OVERLOAD_WAIT_MS, 60_000)],
  /** Time in ms that answers under way have to end when the service stops; then their connections are cut. */
  drainMs: ['DRAIN_MS', duration(500, DRAIN_MS)],
  dataDir: ['SIDELOBE_DATA_DIR', filled.default('.sidelobe')],
  logLevel: ['LOG_LEVEL', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')],
  seriesCacheMegabytes: [
    'SERIES_CACHE_MB',
    whole({ unit: 'megabytes', low: 16, high: MAX_SERIES_MEGABYTES, example: 512 }).default(512),
  ],
  /** Memory for windows, and for maps, slots and texts of answers under way. */
  windowsMegabytes: ['WINDOWS_MB', whole({ unit: 'megabytes', low: 256, high: 4000, example: 1024 }).default(1024)],
  /** Number of threads that compute; by default as many as the process may run at a time. */
  workers: ['WORKERS', whole({ unit: 'threads', low: 1, high: 256, example: 4 }).optional()],
  /** Address under which clients reach the service; needed if it differs from host and port. */
  publicUrl: [
    'PUBLIC_URL',
    z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL, such as https://sidelobe.example.org' })
      .optional(),
  ],
  /**
   * Whether browsers are told to use HTTPS only (Strict-Transport-Security); `subdomains`: for the hosts below this one
   * too.
   */
  hsts: ['HSTS', oneOf(['off', 'on', 'subdomains']).optional()],
  windowNside: ['WINDOW_NSIDE', oneOf(WINDOW_NSIDES.map(String)).transform(Number).default(DEFAULT_NSIDE)],
  windowMinElevationDeg: [
    'WINDOW_MIN_ELEVATION',
    decimal(
      {
        unit: 'degrees',
        low: MIN_ELEVATION_RANGE_DEG.low,
        high: MIN_ELEVATION_RANGE_DEG.below,
        example: DEFAULT_MIN_ELEVATION_DEG,
      },
      true,
    ).default(DEFAULT_MIN_ELEVATION_DEG),
  ],
  /** Calls a minute that an account may make to interference and coverage analysis. */
  interferencePerMinute: ['RATE_LIMIT_INTERFERENCE_PER_MINUTE', calls.default(RATE_LIMITS.interference.calls)],
  /** Calls an hour that an account may make to all other routes of the API. */
  otherPerHour: ['RATE_LIMIT_OTHER_PER_HOUR', calls.default(RATE_LIMITS.other.calls)],
  /** Days that a token of POST /auth lives. */
  authTokenDays: [
    'AUTH_TOKEN_DAYS',
    whole({ unit: 'days', low: 1, high: 3650, example: AUTH_TOKEN_DAYS }).default(AUTH_TOKEN_DAYS),
  ],
  /** Addresses and CIDR networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: [
    'TRUST_PROXY',
    list(isNetwork, 'must be addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8'),
  ],
  /** Origins of web pages that may read the API's answers. */
  corsOrigins: ['CORS_ORIGINS', list(isOrigin, 'must be origins with commas between, such as https://app.example.org')],
  /** Addresses from which element sets are imported every `refreshHours`. */
  catalogueUrls: ['CATALOGUE_URLS', addresses],
  /** Addresses from which transmitters are imported every `refreshHours`. */
  transmittersUrls: ['TRANSMITTERS_URLS', addresses],
  /** Hours between two requests to one address of CATALOGUE_URLS or TRANSMITTERS_URLS. */
  refreshHours: [
    'REFRESH_HOURS',
    decimal({ unit: 'hours', low: 0.25, high: MAX_REFRESH_HOURS, example: REFRESH_HOURS }).default(REFRESH_HOURS),
  ],
  /** Days for which element sets are kept, thinned after a week; the newest set of a satellite stays for ever. */
  elsetHistoryDays: [
    'ELSET_HISTORY_DAYS',
    whole({
      unit: 'days',
      low: ELSET_HISTORY_DAYS.low,
      high: ELSET_HISTORY_DAYS.high,
      example: ELSET_HISTORY_DAYS.default,
    }).default(ELSET_HISTORY_DAYS.default),
  ],
} as const satisfies Record<string, readonly [variable: string, form: Form]>;

type Settings = { -readonly [Field in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Field][1]> };

/** Settings of a process, from its environment. */
export type Config = Settings & { workers: number; hsts: NonNullable<Settings['hsts']> };

/** Form of each variable. A secret has a second variable, with the suffix _FILE: the path of a file that holds it. */
const FORMS: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.values(SETTINGS).flatMap(([name, form]): [string, Form][] =>
    SECRETS.includes(name)
      ? [
          [name, form],
          [`${name}_FILE`, z.string().optional()],
        ]
      : [[name, form]],
  ),
);

/**
 * Reads and validates the environment.
 *
 * @throws UserError that names the wrong variables, their values with secrets hidden, and the allowed values; if _FILE
 *   variables are wrong, only those
 */
export function readConfig(env: Environment): Config {
  // An empty variable counts as not set: compose files, and `VAR= command` in a shell, pass empty ones.
  const given = withFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const result = z.object(FORMS).safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => fault(given, String(issue.path[0]), issue.message));
    throw new UserError(lines.join('\n'));
  }
  const values = Object.entries(SETTINGS).map(([field, [name]]) => [field, result.data[name]]);
  const settings = Object.fromEntries(values) as Settings;
  checkAddresses(given, settings);
  return {
    ...settings,
    workers: settings.workers ?? availableParallelism(),
    hsts: settings.hsts ?? (settings.publicUrl?.startsWith('https:') === true ? 'on' : 'off'),
  };
}

/** Lists variables that begin with PREFIX and are no settings: one line each, with the setting that may be meant. */
export function unknownSettings(env: Environment): string[] {
  const known = Object.keys(FORMS);
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = known.find((other) => other === name.slice(PREFIX.length));
      return `${name} is no setting, and changes nothing${meant === undefined ? '' : `: ${meant} is one`}`;
    });
}

/** A setting and its present value, for people to read. */
export interface DescribedSetting {
  name: string;
  /** Text of the variable with secrets hidden, or else its fixed default; undefined without either, as for WORKERS. */
  value: string | undefined;
  isDefault: boolean;
}

/** Lists every setting with its value or default, valid or not. */
export function describeSettings(env: Environment): DescribedSetting[] {
  return Object.entries(FORMS).map(([name, schema]) => {
    const given = env[name] ?? '';
    if (given !== '') return { name, value: masked(name, given), isDefault: false };
    const preset = schema.safeParse(undefined).data;
    const value = preset === undefined ? undefined : [preset].flat().join(' ');
    return { name, value: value === '' ? undefined : value, isDefault: true };
  });
}

/**
 * Checks that no address stands twice in CATALOGUE_URLS and TRANSMITTERS_URLS and, if one is of CelesTrak, that
 * REFRESH_HOURS is no shorter than CelesTrak allows. @throws UserError if not
 */
function checkAddresses(env: Environment, values: Settings): void {
  const catalogues = values.catalogueUrls.map(withoutCredentials);
  const all = [...catalogues, ...values.transmittersUrls.map(withoutCredentials)];
  const second = all.findIndex((address, i) => all.indexOf(address) !== i);
  if (second !== -1) {
    const name = second < catalogues.length ? 'CATALOGUE_URLS' : 'TRANSMITTERS_URLS';
    throw new UserError(fault(env, name, `${all[second]} stands there twice, or in both lists`));
  }
  const celestrak = all.find((address) => CELESTRAK.host.test(new URL(address).hostname));
  if (celestrak === undefined || values.refreshHours >= CELESTRAK.hours) return;
  const allowed = `${CELESTRAK.hours} to ${MAX_REFRESH_HOURS}`;
  const reason = `CelesTrak shuts out clients that ask more often than every ${CELESTRAK.hours} hours`;
  throw new UserError(fault(env, 'REFRESH_HOURS', `${reason}; allowed with ${celestrak}: ${allowed}`));
}

/** Drops credentials and fragment, so that two spellings of one address are equal. */
function withoutCredentials(address: string): string {
  return Object.assign(new URL(address), { username: '', password: '', hash: '' }).href;
}

/** Message about a wrong variable, its secrets hidden. */
function fault(env: Environment, name: string, message: string): string {
  const shown = masked(name, env[name] ?? '');
  return `${name}=${name === 'DATABASE_URL' ? shown : JSON.stringify(shown)}: ${message}`;
}

/** Masks a value to show: hides a database URL, and the credentials of addresses. */
function masked(name: string, text: string): string {
  if (name === 'DATABASE_URL') return '…';
  return name.endsWith('_URLS') ? text.replace(/:\/\/.*@/s, '://…@') : text;
}
