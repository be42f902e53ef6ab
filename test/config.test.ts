import { availableParallelism } from 'node:os';
import test from 'ava';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSettings, readConfig, unknownSettings } from '../src/config.js';
import { UserError } from '../src/errors.js';
import { temporaryDirectory } from './helpers/files.js';

test('settings are taken from the environment; an empty one has its default', (t) => {
  const given = {
    METRICS_PORT: '9464',
    PUBLIC_URL: 'https://sidelobe.example',
    WORKERS: '',
    WINDOW_MIN_ELEVATION: '7.5',
    TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8',
    CORS_ORIGINS: 'https://app.example.org, http://localhost:5173',
    CATALOGUE_URLS: ' https://celestrak.org/gp.php?GROUP=active&FORMAT=csv,http://a.example/1,2/b  HTTPS://c.example',
    TRANSMITTERS_URLS: 'https://ann:s%40cret@db.satnogs.org/api/transmitters/?format=json',
  };
  t.deepEqual(readConfig(given), {
    ...readConfig({}),
    metricsPort: 9464,
    publicUrl: 'https://sidelobe.example',
    hsts: 'on',
    workers: availableParallelism(),
    windowMinElevationDeg: 7.5,
    trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'],
    corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
    catalogueUrls: [
      'https://celestrak.org/gp.php?GROUP=active&FORMAT=csv',
      'http://a.example/1,2/b',
      'HTTPS://c.example',
    ],
    transmittersUrls: ['https://ann:s%40cret@db.satnogs.org/api/transmitters/?format=json'],
  });
});

for (const [name, values] of Object.entries({
  PORT: ['80x', '-1', '65536', '0x50', ' 80', '1e3', '8080.5'],
  DATABASE_URL: ['localhost:5432', 'mysql://localhost/db', 'sidelobe'],
  LOG_LEVEL: ['loud', 'INFO'],
  SERIES_CACHE_MB: ['15', '3501', '1.5'],
  WINDOWS_MB: ['255', '4001', 'all'],
  WORKERS: ['0', '257', 'all'],
  PUBLIC_URL: ['sidelobe.example', 'ftp://sidelobe.example'],
  WINDOW_NSIDE: ['0', '16', '100', '512', '64.0'],
  WINDOW_MIN_ELEVATION: ['-1', '90', '100', '1e1', 'ten'],
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: ['0', '1000001', '-5', '1.5', 'none'],
  RATE_LIMIT_OTHER_PER_HOUR: ['0', '1000001', 'Infinity'],
  AUTH_TOKEN_DAYS: ['0', '3651', 'never'],
  DATABASE_TIMEOUT_MS: ['0', '499', '120001', '4.5', '5s'],
  DATABASE_CONNECTIONS: ['0', '1', '501', 'ten'],
  DRAIN_MS: ['0', '499', '120001', '5s'],
  OVERLOAD_WAIT_MS: ['0', '99', '60001', '2s'],
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
  CATALOGUE_URLS: [
    'file:///etc/passwd',
    'ftp://a.example/gp.csv',
    'catalogue.csv',
    'https://a.example catalogue.csv',
    'https://a.example,',
    'https://',
    'https://a.example:port/',
    'https://a.example https://a.example/#top',
  ],
  TRANSMITTERS_URLS: ['satnogs.json', 'data:text/csv,1', 'https://a.example/a,https://a.example/a'],
  ELSET_HISTORY_DAYS: ['0', '13', '3651', '14.5', 'all'],
  REFRESH_HOURS: ['0', '0.2', '169', '1e1', '-2', 'daily'],
  HSTS: ['yes'],
})) {
  test(`${name} out of range is refused by name, with the rule and an example, which is allowed`, (t) => {
    for (const value of values) {
      const error = t.throws(() => readConfig({ [name]: value }), { instanceOf: UserError }, value);
      const shown = name === 'DATABASE_URL' ? '…' : JSON.stringify(value);
      t.true(error.message.startsWith(`${name}=${shown}: `), error.message);
      t.is(error.message.split('\n').length, 1, error.message);
      if (error.message.endsWith('in both lists')) continue;
      const [, example, choice] = /: must be .*(?:such as (\S+)|one of (\w+), .*)$/.exec(error.message) ?? [];
      t.notThrows(() => readConfig({ [name]: example ?? choice ?? value }), error.message);
    }
  });
}

test('an unknown setting is reported, with the one that may be meant', (t) => {
  t.deepEqual(unknownSettings({ SIDELOBE_DATA_DIR: 'x', PATH: '/usr/bin', SIDELOBE_PORT: '80', SIDELOBE_CACHE: '1' }), [
    'SIDELOBE_PORT is no setting, and changes nothing: PORT is one',
    'SIDELOBE_CACHE is no setting, and changes nothing',
  ]);
});

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

test('CelesTrak is never asked more often than it allows', (t) => {
  for (const host of ['celestrak.org', 'www.celestrak.org', 'CelesTrak.com:443', 'celestrak.org.']) {
    const env = { REFRESH_HOURS: '1.9', TRANSMITTERS_URLS: `https://a.example https://ann:secret@${host}/gp.php` };
    const { message } = t.throws(() => readConfig(env), { instanceOf: UserError }, host);
    t.regex(message, /^REFRESH_HOURS="1\.9": CelesTrak .* every 2 hours; allowed with https:[^\n]*: 2 to 168$/);
    t.false(message.includes('secret'));
    t.is(readConfig({ ...env, REFRESH_HOURS: '2' }).refreshHours, 2);
  }
  t.is(readConfig({ REFRESH_HOURS: '0.25', CATALOGUE_URLS: 'https://notcelestrak.org/gp' }).refreshHours, 0.25);
});

test('addresses that are wrong are named without what may be a password', (t) => {
  for (const url of ['ftp://ann:secret@x/y', 'https://ann:se cret@x/y', 'https://ann:%ffsecret@x/y']) {
    const { message } = t.throws(() => readConfig({ CATALOGUE_URLS: url }), { instanceOf: UserError }, url);
    t.regex(message, /^CATALOGUE_URLS="(ftp|https):\/\/…@x\/y": must be /);
    t.false(/se ?cret/.test(message), message);
  }
  const twice = { CATALOGUE_URLS: 'https://ann:secret@x/y', TRANSMITTERS_URLS: 'https://x/y' };
  t.throws(() => readConfig(twice), {
    message: 'TRANSMITTERS_URLS="https://x/y": https://x/y stands there twice, or in both lists',
  });
});

test('settings that may hold a password can stand in a file', (t) => {
  const file = join(temporaryDirectory(t), 'url');
  writeFileSync(file, ' postgres://ada:secret@db/sidelobe\n');
  t.is(readConfig({ DATABASE_URL_FILE: file }).databaseUrl, 'postgres://ada:secret@db/sidelobe');
  t.is(readConfig({ DATABASE_URL_FILE: '' }).databaseUrl, undefined);
  const fault = (env: Record<string, string>): string | undefined =>
    t.throws(() => readConfig(env), { instanceOf: UserError })?.message;
  t.is(
    fault({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://b' }),
    `DATABASE_URL_FILE=${file}: DATABASE_URL is set too: allowed: one of them`,
  );
  t.regex(fault({ CATALOGUE_URLS_FILE: `${file}.gone` }) ?? '', /^CATALOGUE_URLS_FILE=.*gone: cannot be read \(ENOENT/);
  writeFileSync(file, ' \n');
  t.regex(fault({ TRANSMITTERS_URLS_FILE: file }) ?? '', /the file is empty: write the value of TRANSMITTERS_URLS/);
  writeFileSync(file, 'mysql://ada:secret@db');
  t.is(
    fault({ DATABASE_URL_FILE: file }),
    'DATABASE_URL=…: must be a postgres:// URL, such as postgres://sidelobe@db.example.org:5432/sidelobe',
  );
});

test('settings are described with their value or default, and without what is secret', (t) => {
  const env = {
    PORT: '70000',
    DATABASE_URL: 'postgres://ada:secret@db/sidelobe',
    CATALOGUE_URLS: 'https://ann:secret@a.example/1 https://bob:secret@b.example/2',
    WORKERS: '',
  };
  const described = new Map(describeSettings(env).map((setting) => [setting.name, setting]));
  t.like(described.get('PORT'), { value: '70000', isDefault: false });
  t.like(described.get('DATABASE_URL'), { value: '…', isDefault: false });
  t.like(described.get('CATALOGUE_URLS'), { value: 'https://…@b.example/2' });
  t.like(described.get('SERIES_CACHE_MB'), { value: '512', isDefault: true });
  t.like(described.get('WORKERS'), { value: undefined, isDefault: true });
  t.false(JSON.stringify([...described]).includes('secret'));
});
