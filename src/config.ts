import { availableParallelism } from 'node:os';
import { isIP } from 'node:net';
import { z } from 'zod';
import { UserError } from './errors.js';
import { withFiles } from './settings/secretFiles.js';
import { addresses, decimal, list, oneOf, whole } from './settings/forms.js';
import {
  AUTH_TOKEN_DAYS,
  CELESTRAK,
  DATABASE_CONNECTIONS,
  DATABASE_CONNECTIONS_RANGE,
  DATABASE_TIMEOUT_MS,
  DATABASE_TIMEOUT_RANGE_MS,
  DRAIN_MS,
  DRAIN_RANGE_MS,
  OVERLOAD_WAIT_MS,
  OVERLOAD_WAIT_RANGE_MS,
  DEFAULT_MIN_ELEVATION_DEG,
  DEFAULT_NSIDE,
  MIN_ELEVATION_RANGE_DEG,
  RATE_LIMITS,
  REFRESH_HOURS,
  REFRESH_HOURS_RANGE,
  WINDOW_NSIDES,
} from './spec.js';

/** Settings of a process, from its environment. */
export interface Config {
  host: string;
  port: number;
  /** Address that the metrics are served at: this machine alone unless it is set. */
  metricsHost: string;
  /** Port of the metrics; undefined: there are none. */
  metricsPort: number | undefined;
  /** URL of a Postgres server; without it the database is embedded, in `dataDir`. */
  databaseUrl: string | undefined;
  /** Most connections to a Postgres server. */
  databaseConnections: number;
  /** Milliseconds that a request waits for the database in all, and a statement of anybody else at most. */
  databaseTimeoutMs: number;
  /** Milliseconds of wait from which on a question is refused instead. */
  overloadWaitMs: number;
  /** Milliseconds that answers under way are given at a stop. */
  drainMs: number;
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
  seriesCacheMegabytes: number;
  /** Number of threads that compute. */
  workers: number;
  /** Address under which clients reach the service, where it differs from host and port. */
  publicUrl: string | undefined;
  /** Whether browsers are told to come by HTTPS only, and to hosts below this one too. */
  hsts: (typeof HSTS)[number];
  windowNside: number;
  windowMinElevationDeg: number;
  /** Calls of an account to interference and coverage analysis. */
  interferencePerMinute: number;
  /** Other calls of an account. */
  otherPerHour: number;
  /** Days that a token of POST /auth lives. */
  authTokenDays: number;
  /** Addresses and CIDR networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: readonly string[];
  /** Origins of web pages that may read the API's answers. */
  corsOrigins: readonly string[];
  /** Addresses of element sets and of transmitters that are imported again and again. */
  catalogueUrls: readonly string[];
  transmittersUrls: readonly string[];
  /** Hours between two requests to one of these addresses. */
  refreshHours: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Prefix of variables that belong to this program. */
const PREFIX = 'SIDELOBE_';
const HSTS = ['off', 'on', 'subdomains'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** Most memory for series: the core's address space (4 GB) less windows and task slots. */
const MAX_SERIES_MEGABYTES = 3500;

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

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a postgres:// URL, such as postgres://sidelobe@db.example.org:5432/sidelobe',
    })
    .optional(),
  DATABASE_URL_FILE: z.string().optional(),
  DATABASE_CONNECTIONS: whole({
    unit: 'connections',
    ...DATABASE_CONNECTIONS_RANGE,
    example: DATABASE_CONNECTIONS,
  }).default(DATABASE_CONNECTIONS),
  DATABASE_TIMEOUT_MS: whole({
    unit: 'milliseconds',
    ...DATABASE_TIMEOUT_RANGE_MS,
    example: DATABASE_TIMEOUT_MS,
  }).default(DATABASE_TIMEOUT_MS),
  OVERLOAD_WAIT_MS: whole({ unit: 'milliseconds', ...OVERLOAD_WAIT_RANGE_MS, example: OVERLOAD_WAIT_MS }).default(
    OVERLOAD_WAIT_MS,
  ),
  DRAIN_MS: whole({ unit: 'milliseconds', ...DRAIN_RANGE_MS, example: DRAIN_MS }).default(DRAIN_MS),
  SIDELOBE_DATA_DIR: z.string().min(1).default('.sidelobe'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  SERIES_CACHE_MB: whole({ unit: 'megabytes', low: 16, high: MAX_SERIES_MEGABYTES, example: 512 }).default(512),
  WORKERS: whole({ unit: 'threads', low: 1, high: 256, example: 4 }).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL, such as https://sidelobe.example.org' })
    .optional(),
  HSTS: oneOf(HSTS).optional(),
  WINDOW_NSIDE: oneOf(WINDOW_NSIDES.map(String)).transform(Number).default(DEFAULT_NSIDE),
  WINDOW_MIN_ELEVATION: decimal(
    {
      unit: 'degrees',
      low: MIN_ELEVATION_RANGE_DEG.low,
      high: MIN_ELEVATION_RANGE_DEG.below,
      example: DEFAULT_MIN_ELEVATION_DEG,
    },
    true,
  ).default(DEFAULT_MIN_ELEVATION_DEG),
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: calls.default(RATE_LIMITS.interference.calls),
  RATE_LIMIT_OTHER_PER_HOUR: calls.default(RATE_LIMITS.other.calls),
  AUTH_TOKEN_DAYS: whole({ unit: 'days', low: 1, high: 3650, example: AUTH_TOKEN_DAYS }).default(AUTH_TOKEN_DAYS),
  TRUST_PROXY: list(isNetwork, 'must be addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8'),
  CORS_ORIGINS: list(isOrigin, 'must be origins with commas between, such as https://app.example.org'),
  CATALOGUE_URLS: addresses,
  CATALOGUE_URLS_FILE: z.string().optional(),
  TRANSMITTERS_URLS: addresses,
  TRANSMITTERS_URLS_FILE: z.string().optional(),
  REFRESH_HOURS: decimal({ unit: 'hours', ...REFRESH_HOURS_RANGE, example: REFRESH_HOURS }).default(REFRESH_HOURS),
});

/**
 * Reads and validates the environment.
 *
 * @throws UserError that names every wrong variable, its value and the allowed values
 */
export function readConfig(env: Environment): Config {
  // A variable set to nothing counts as not set, as `VAR= command` and compose files write it.
  const given = withFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => fault(given, String(issue.path[0]), issue.message));
    throw new UserError(lines.join('\n'));
  }
  const values = result.data;
  checkAddresses(given, values);
  return {
    host: values.HOST,
    port: values.PORT,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    overloadWaitMs: values.OVERLOAD_WAIT_MS,
    drainMs: values.DRAIN_MS,
    dataDir: values.SIDELOBE_DATA_DIR,
    logLevel: values.LOG_LEVEL,
    seriesCacheMegabytes: values.SERIES_CACHE_MB,
    workers: values.WORKERS ?? availableParallelism(),
    publicUrl: values.PUBLIC_URL,
    hsts: values.HSTS ?? (values.PUBLIC_URL?.startsWith('https:') === true ? 'on' : 'off'),
    windowNside: values.WINDOW_NSIDE,
    windowMinElevationDeg: values.WINDOW_MIN_ELEVATION,
    interferencePerMinute: values.RATE_LIMIT_INTERFERENCE_PER_MINUTE,
    otherPerHour: values.RATE_LIMIT_OTHER_PER_HOUR,
    authTokenDays: values.AUTH_TOKEN_DAYS,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    catalogueUrls: values.CATALOGUE_URLS,
    transmittersUrls: values.TRANSMITTERS_URLS,
    refreshHours: values.REFRESH_HOURS,
  };
}

/**
 * Lists variables that look like settings of this program and are none: a line each, with the setting that may be
 * meant.
 */
export function unknownSettings(env: Environment): string[] {
  const known = Object.keys(environment.shape);
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = known.find((other) => other === name.slice(PREFIX.length));
      return `${name} is no setting, and changes nothing${meant === undefined ? '' : `: ${meant} is one`}`;
    });
}

/** Setting as it stands, for a person to read. */
export interface DescribedSetting {
  name: string;
  /** Text of the variable, secrets hidden; else the default. Undefined where it has neither. */
  value: string | undefined;
  isDefault: boolean;
}

/** Lists every setting with its value or default, valid or not. */
export function describeSettings(env: Environment): DescribedSetting[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const given = env[name] ?? '';
    if (given !== '') return { name, value: masked(name, given), isDefault: false };
    const preset = schema.safeParse(undefined).data;
    const value = preset === undefined ? undefined : [preset].flat().join(' ');
    return { name, value: value === '' ? undefined : value, isDefault: true };
  });
}

/** Checks the settings of refreshing against each other. */
function checkAddresses(env: Environment, values: z.infer<typeof environment>): void {
  const catalogues = values.CATALOGUE_URLS.map(withoutCredentials);
  const all = [...catalogues, ...values.TRANSMITTERS_URLS.map(withoutCredentials)];
  const second = all.findIndex((address, i) => all.indexOf(address) !== i);
  if (second !== -1) {
    const name = second < catalogues.length ? 'CATALOGUE_URLS' : 'TRANSMITTERS_URLS';
    throw new UserError(fault(env, name, `${all[second]} stands there twice, or in both lists`));
  }
  const celestrak = all.find((address) => CELESTRAK.host.test(new URL(address).hostname));
  if (celestrak === undefined || values.REFRESH_HOURS >= CELESTRAK.hours) return;
  const allowed = `${CELESTRAK.hours} to ${REFRESH_HOURS_RANGE.high}`;
  const reason = `CelesTrak shuts out who asks oftener than every ${CELESTRAK.hours} hours`;
  throw new UserError(fault(env, 'REFRESH_HOURS', `${reason}; allowed with ${celestrak}: ${allowed}`));
}

/** Address without credentials and fragment, in which two equal addresses may differ. */
function withoutCredentials(address: string): string {
  return Object.assign(new URL(address), { username: '', password: '', hash: '' }).href;
}

/** Message about a wrong variable, its secrets hidden. */
function fault(env: Environment, name: string, message: string): string {
  const shown = masked(name, env[name] ?? '');
  return `${name}=${name === 'DATABASE_URL' ? shown : JSON.stringify(shown)}: ${message}`;
}

/** Value to show: a database URL is hidden, credentials of addresses are masked. */
function masked(name: string, text: string): string {
  if (name === 'DATABASE_URL') return '…';
  return name.endsWith('_URLS') ? text.replace(/:\/\/.*@/s, '://…@') : text;
}
