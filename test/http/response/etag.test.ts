import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { readConfig } from '../../../src/config.js';
import { routes } from '../../../src/http/routes/index.js';
import { readBuildVersion } from '../../../src/settings/buildVersion.js';
import { temporaryDirectory } from '../../helpers/files.js';
import { PATIENT } from '../../helpers/until.js';
import { ownedBy, requestOf } from '../../helpers/requests.js';
import { type Api, ISS, withApp, withServer } from '../../helpers/server.js';

type Call = Api['call'];

const DOCUMENTS = ['/openapi.json', '/docs', '/docs.css'];

/** Returns a path for each route with ETags except the list of cells; it names a station if the route takes one. */
async function prepare(api: Api): Promise<string[]> {
  const own = await ownedBy(api, api.enterprise.accountId, ISS);
  const station = String(own.ground_station);
  const values = { ground_station_id: station, ground_station_ids: station, elements: 'window' };
  // The list of cells is there once the run is completed.
  const asked = routes.filter(({ conditional, path }) => conditional && !path.endsWith('/interference_cells'));
  return asked.map((route) => {
    const taken = Object.entries(values).filter(([name]) => name in route.query.shape);
    return requestOf(route, own, Object.fromEntries(taken));
  });
}

async function etagsOf(call: Call, token: string, paths: readonly string[]): Promise<string[]> {
  const etags: string[] = [];
  for (const path of paths) etags.push((await call(path, { token })).headers.get('etag') ?? path);
  return etags;
}

/** Asks for the answers again with If-None-Match; returns the statuses. */
async function askAgain(
  call: Call,
  token: string,
  paths: readonly string[],
  etags: readonly string[],
): Promise<number[]> {
  const statuses: number[] = [];
  for (const [i, path] of paths.entries()) {
    const headers = { 'if-none-match': etags[i] ?? '', 'cache-control': '' };
    statuses.push((await call(path, { token, headers })).status);
  }
  return statuses;
}

test('an installation never takes another’s ETags for its own, though ids are equal and only windows differ', async (t) => {
  const seen: { paths: string[]; etags: string[] }[] = [];
  for (let made = 0; made < 2; made++) {
    await withServer(t, async (api) => {
      const { token } = api.enterprise;
      const paths = await prepare(api);
      const etags = await etagsOf(api.call, token, paths);
      t.deepEqual(new Set(await askAgain(api.call, token, paths, etags)), new Set([304]));
      const [before] = seen;
      if (before) t.deepEqual(new Set(await askAgain(api.call, token, paths, before.etags)), new Set([200]));
      seen.push({ paths, etags });
    });
  }
  t.deepEqual(seen[0]?.paths, seen[1]?.paths);
  t.is(new Set(seen.flatMap(({ etags }) => etags)).size, 22);
});

test('another build has other ETags, also of the documents; the same build on another server has the same', (t) =>
  withServer(t, async (api) => {
    const { db, analysis, enterprise } = api;
    const paths = [...(await prepare(api)), ...DOCUMENTS];
    const builds: string[][] = [];
    for (const build of ['one', 'one', 'other']) {
      // Fixes the public address, which the documents contain.
      const settings = readConfig({ ...PATIENT, PUBLIC_URL: 'https://sidelobe.example' });
      await withApp(t, { knex: db.knex, analysis, build, settings }, async ({ call }) => {
        builds.push(await etagsOf(call, enterprise.token, paths));
      });
    }
    const [first = [], second, other = []] = builds;
    t.deepEqual(first, second);
    t.is(new Set([...first, ...other]).size, 2 * paths.length);
  }));

test('a station that differs in anything has another ETag, whatever its revision is', (t) =>
  withServer(t, async (api) => {
    const paths = (await prepare(api)).filter((path) => path.includes('ground_station'));
    const { token } = api.enterprise;
    const before = await etagsOf(api.call, token, paths);
    // Imitates a backup that was restored and then changed differently: the station differs, with the same revision.
    await api.db.knex('ground_stations').update({ latitude: 10 });
    t.deepEqual(await askAgain(api.call, token, paths, before), [200, 200, 200, 200, 200, 200]);
  }));

test('a build’s version follows from its code, wherever it is installed', (t) => {
  const version = (files: Record<string, string>): string => {
    const directory = temporaryDirectory(t);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(directory, name, '..'), { recursive: true });
      writeFileSync(join(directory, name), content);
    }
    return readBuildVersion(pathToFileURL(`${directory}/`));
  };
  const code = { 'main.js': 'start()', 'http/route.js': 'answer()', 'core.wasm': '\0asm' };
  const built = version(code);
  t.is(version({ ...code, 'main.js.map': '{}', 'web/assets/main.js': 'draw()' }), built);
  for (const changed of [
    { 'http/route.js': 'answer(1)' },
    { 'core.wasm': '\0asm\x01' },
    { 'http/more.js': '' },
    { 'main.js': 'start()answer()', 'http/route.js': '' },
  ]) {
    t.not(version({ ...code, ...changed }), built, Object.keys(changed).join());
  }
  t.is(readBuildVersion(), readBuildVersion());
});
