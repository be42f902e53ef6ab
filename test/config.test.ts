import { availableParallelism } from 'node:os';
import test from 'ava';
import { readConfig } from '../src/config.js';
import { UserError } from '../src/errors.js';

test('an empty environment has defaults for everything', (t) => {
  const config = readConfig({});
  t.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    metricsPort: undefined,
    databaseUrl: undefined,
    dataDir: '.sidelobe',
    logLevel: 'info',
    seriesCacheMegabytes: 512,
    workers: availableParallelism(),
    publicUrl: undefined,
    windowNside: 64,
    windowMinElevationDeg: 10,
    interferencePerMinute: 100,
    otherPerHour: 100,
    authTokenDays: 30,
    trustProxy: [],
    corsOrigins: [],
  });
  t.deepEqual(readConfig({ PORT: '', DATABASE_URL: '', WORKERS: '', PATH: '/usr/bin' }), config);
});

test('settings are taken from the environment', (t) => {
  t.deepEqual(
    readConfig({
      HOST: '::1',
      PORT: '0',
      METRICS_PORT: '9464',
      DATABASE_URL: 'postgresql://ada@localhost/sidelobe?host=%2Fvar%2Frun%2Fpostgresql',
      SIDELOBE_DATA_DIR: '/var/lib/sidelobe',
      LOG_LEVEL: 'silent',
      SERIES_CACHE_MB: '16',
      WORKERS: '3',
      PUBLIC_URL: 'https://sidelobe.example',
      WINDOW_NSIDE: '256',
      WINDOW_MIN_ELEVATION: '7.5',
      RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1',
      RATE_LIMIT_OTHER_PER_HOUR: '1000000',
      AUTH_TOKEN_DAYS: '7',
      TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8',
      CORS_ORIGINS: 'https://app.example.org, http://localhost:5173',
    }),
    {
      host: '::1',
      port: 0,
      metricsPort: 9464,
      databaseUrl: 'postgresql://ada@localhost/sidelobe?host=%2Fvar%2Frun%2Fpostgresql',
      dataDir: '/var/lib/sidelobe',
      logLevel: 'silent',
      seriesCacheMegabytes: 16,
      workers: 3,
      publicUrl: 'https://sidelobe.example',
      windowNside: 256,
      windowMinElevationDeg: 7.5,
      interferencePerMinute: 1,
      otherPerHour: 1_000_000,
      authTokenDays: 7,
      trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'],
      corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
    },
  );
});

for (const [name, values] of Object.entries({
  PORT: ['80x', '-1', '65536', '0x50', ' 80', '1e3', '8080.5'],
  DATABASE_URL: ['localhost:5432', 'mysql://localhost/db', 'sidelobe'],
  LOG_LEVEL: ['loud', 'INFO'],
  SERIES_CACHE_MB: ['15', '3501', '1.5'],
  WORKERS: ['0', '257', 'all'],
  PUBLIC_URL: ['sidelobe.example', 'ftp://sidelobe.example'],
  WINDOW_NSIDE: ['0', '16', '100', '512', '64.0'],
  WINDOW_MIN_ELEVATION: ['-1', '90', '100', '1e1', 'ten'],
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: ['0', '1000001', '-5', '1.5', 'none'],
  RATE_LIMIT_OTHER_PER_HOUR: ['0', '1000001', 'Infinity'],
  AUTH_TOKEN_DAYS: ['0', '3651', 'never'],
  TRUST_PROXY: [
    'true',
    '1',
    'localhost',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.1,',
    '10.0.0.1:80',
    '1.2.3.4/-1',
    'fe80::1%lo',
  ],
  CORS_ORIGINS: [
    '*',
    'null',
    'app.example.org',
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'ftp://a.example',
    'https://u@a.example',
    'https://a.example,',
  ],
})) {
  test(`${name} out of range is refused by name`, (t) => {
    for (const value of values) {
      const error = t.throws(() => readConfig({ [name]: value }), { instanceOf: UserError }, value);
      const shown = name === 'DATABASE_URL' ? '…' : JSON.stringify(value);
      t.true(error.message.startsWith(`${name}=${shown}: `), error.message);
      t.is(error.message.split('\n').length, 1, error.message);
    }
  });
}

test('everything that is wrong is named at once, and no password', (t) => {
  const error = t.throws(() => readConfig({ PORT: 'x', DATABASE_URL: 'http://ada:secret@db', WORKERS: '0' }), {
    instanceOf: UserError,
  });
  t.deepEqual(
    error.message.split('\n').map((line) => line.split('=')[0]),
    ['PORT', 'DATABASE_URL', 'WORKERS'],
  );
  t.false(error.message.includes('secret'));
});
