import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { shared } from '../helpers/programs.js';
import test, { type ExecutionContext } from 'ava';
import { parseCatalogue, readCatalogue, readSource, readTransmitters } from '../../src/catalogue/index.js';
import { UserError } from '../../src/errors.js';
import { freePort, temporaryDirectory } from '../helpers/files.js';
import { type Publisher, publisher } from '../helpers/publisher.js';
import { csv, ISS, ISS_ELSET } from './fixtures.js';

/** Starts a server for one test; resolves to its host and port. */
async function serve(t: ExecutionContext, listener: Parameters<Publisher['answer']>[0]): Promise<string> {
  const server = await publisher(t);
  server.answer(listener);
  return new URL(server.address).host;
}

test('a file and an address give the same catalogue, named by the given path or address', async (t) => {
  const path = join(temporaryDirectory(t), 'gp.csv');
  await writeFile(path, csv(ISS));
  const host = await serve(t, (_, response) => response.end(csv(ISS)));
  const fromFile = await readCatalogue(path);
  const fromAddress = await readCatalogue(`http://${host}/gp.php?GROUP=active`);
  t.deepEqual(fromFile.elsets, [ISS_ELSET]);
  t.deepEqual(fromAddress, { ...fromFile, source: `http://${host}/gp.php?GROUP=active` });
});

test('a URL is no path and no address, and refused in words', async (t) => {
  const message = 'fileOrUrl URL: a text, a path or an address, is needed';
  await t.throwsAsync(readCatalogue(new URL('file:///gp.csv') as never), { instanceOf: TypeError, message });
});

test('a gzipped body is unpacked, as a file and as an encoding', async (t) => {
  const host = await serve(t, (request, response) => {
    if (request.url === '/encoded') response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(csv(ISS)));
  });
  for (const path of ['encoded', 'gp.csv.gz']) {
    t.deepEqual((await readCatalogue(`http://${host}/${path}`)).elsets, [ISS_ELSET]);
  }
});

test('redirects are followed', async (t) => {
  const host = await serve(t, (request, response) => {
    if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
    else response.end(csv(ISS));
  });
  t.is((await readCatalogue(`http://${host}/old`)).elsets.length, 1);
});

test('a server may send on to its own host, or to https, and nowhere else', async (t) => {
  const seen: (string | undefined)[] = [];
  const other = await serve(t, (request, response) => {
    seen.push(request.headers.authorization);
    response.end(csv(ISS));
  });
  const targets: Record<string, string> = {
    '/other': `http://${other.replace('127.0.0.1', 'localhost')}/gp.csv`,
    '/port': `http://${other}/gp.csv`,
    '/file': 'file:///etc/passwd',
    '/secure': `https://${other}/gp.csv`,
    '/round': '/round',
  };
  const host = await serve(t, (request, response) => {
    response.writeHead(302, { location: targets[request.url ?? ''] }).end();
  });
  const refused = (path: string, message: string | RegExp): Promise<unknown> =>
    t.throwsAsync(readCatalogue(`http://ann:secret@${host}${path}`), { instanceOf: UserError, message });
  const allowed = 'allowed: the same host and port, or https. Give that address itself if you trust it';
  await refused(
    '/other',
    `http://${host}/other: the server sends on to "http://localhost:${other.split(':')[1]}"; ${allowed}`,
  );
  await refused('/port', `http://${host}/port: the server sends on to "http://${other}"; ${allowed}`);
  await refused('/file', `http://${host}/file: the server sends on to "file:///etc/passwd"; ${allowed}`);
  await refused('/round', `http://${host}/round: the server sends on more than 5 times`);
  // The attempt to speak TLS, which fails here, shows that the redirect was followed.
  await refused('/secure', new RegExp(`^http://${host}/secure: ${host} cannot be reached`));
  t.deepEqual(seen, []);
});

test('a refusal is told with its status, the address without credentials, and what the server says', async (t) => {
  const host = await serve(t, (request, response) => {
    if (request.url === '/missing') response.writeHead(404).end('<html>');
    else if (request.url === '/broken') response.writeHead(500, { 'content-type': 'text/html' }).end('<html>');
    else
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('GP data has not updated\r\nsince your last download');
  });
  const refused = (path: string, said: string): Promise<unknown> =>
    t.throwsAsync(readCatalogue(`http://ann:secret@${host}${path}#top`), {
      instanceOf: UserError,
      message: `http://${host}${path}: the server answered ${said}`,
    });
  await refused('/missing', '404 Not Found');
  await refused('/broken', '500 Internal Server Error');
  await refused('/early', '403 Forbidden: GP data has not updated since your last download');
});

test('credentials of an address are sent and never repeated', async (t) => {
  const host = await serve(t, (request, response) => response.end(request.headers.authorization));
  const { bytes, source } = await readSource(`http://ann:s%40cret@${host}/gp`);
  t.is(Buffer.from(bytes).toString(), `Basic ${Buffer.from('ann:s@cret').toString('base64')}`);
  t.is(source, `http://${host}/gp`);
});

for (const when of ['before it answers', 'within the body']) {
  test(`a server that falls silent ${when} is given up`, async (t) => {
    const host = await serve(t, (_, response) => {
      if (when === 'within the body') response.write('OBJECT_NAME');
    });
    await t.throwsAsync(readCatalogue(`http://${host}/gp`, { timeoutMs: 200 }), {
      instanceOf: UserError,
      message: `http://${host}/gp: ${host} was silent for 0.2 s; giving up`,
    });
  });
}

test('a server that breaks off or is not there is told with its host and the cause', async (t) => {
  const breaking = await serve(t, (_, response) => response.destroy());
  await t.throwsAsync(readCatalogue(`http://${breaking}/gp`), {
    instanceOf: UserError,
    message: new RegExp(`^http://${breaking}/gp: ${breaking} cannot be reached: .`),
  });
  const short = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half', () => response.destroy());
  });
  await t.throwsAsync(readCatalogue(`http://${short}/gp`), {
    instanceOf: UserError,
    message: new RegExp(`^http://${short}/gp: ${short} broke its answer off, of which nothing is taken: .`),
  });
  const closed = `127.0.0.1:${await freePort()}`;
  await t.throwsAsync(readTransmitters(`http://${closed}/tx`), {
    instanceOf: UserError,
    message: `http://${closed}/tx: ${closed} cannot be reached: connect ECONNREFUSED ${closed}`,
  });
});

test('data beyond the limit are refused, from a file and from an address', async (t) => {
  const path = join(temporaryDirectory(t), 'gp.csv');
  await writeFile(path, Buffer.alloc(2000));
  const host = await serve(t, (_, response) => response.end(Buffer.alloc(2000)));
  for (const name of [path, `http://${host}/gp`]) {
    await t.throwsAsync(readSource(name, { maxBytes: 1000 }), {
      instanceOf: UserError,
      message: `${name}: larger than 0.001 MB, the most that is read`,
    });
  }
});

test('the whole active catalogue is read, without a rejection, plain and gzipped', async (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const plain = await readCatalogue(path);
  t.is(plain.rowsRead, 15_985);
  t.deepEqual(plain.rejections, []);
  t.is(new Set(plain.elsets.map(({ noradNumber }) => noradNumber)).size, 15_985);
  t.like(plain.elsets[0], {
    noradNumber: 900,
    name: 'CALSPHERE 1',
    epochUs: Date.UTC(2026, 6, 10, 3, 44, 0) * 1000 + 383_136,
    bstar: 0.00040393571,
  });
  t.deepEqual(parseCatalogue(gzipSync(await readFile(path), { level: 1 }), path), plain);
});

test('27 objects of the stations group are equal in CSV, JSON and 3LE', async (t) => {
  const paths = ['csv', 'json'].map((ending) => shared(t, `data/edge/stations.omm.${ending}`));
  const [table, json, tle] = [...paths, shared(t, 'data/edge/stations.3le.txt')];
  if (table === undefined || json === undefined || tle === undefined) return;
  const { elsets, rejections } = await readCatalogue(table);
  t.is(elsets.length, 27);
  t.deepEqual(rejections, []);
  t.deepEqual((await readCatalogue(json)).elsets, elsets);
  t.deepEqual((await readCatalogue(tle)).elsets, elsets);
});

test('the transmitters of SatNOGS DB are read, without a rejection', async (t) => {
  const path = shared(t, 'data/transmitters/satnogs-transmitters-2026-08-08.json');
  if (path === undefined) return;
  const { transmitters, rejections, skipped, rowsRead } = await readTransmitters(path);
  t.is(rowsRead, 2910);
  t.is(transmitters.length, 2908);
  t.deepEqual(rejections, []);
  t.deepEqual(skipped, { 'no downlink': 2 });
});
