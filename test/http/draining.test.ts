import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { createDraining } from '../../src/http/draining.js';
import { listen } from '../helpers/client.js';
import { type Api, BASE, ISS, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** Opens a connection that sends requests, and reads nothing until `all` is called. */
function client(port: number): {
  socket: Socket;
  send: (path: string, token?: string) => void;
  all: () => Promise<string>;
} {
  const socket = connect(port, '127.0.0.1').pause();
  let failure: Error | undefined;
  socket.on('error', (error) => (failure = error));
  return {
    socket,
    send: (path, token) => {
      const who = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${who}\r\n`);
    },
    /** Reads until the connection closes; resolves to all that arrived. Throws if the connection was broken off. */
    async all() {
      let text = '';
      socket
        .setEncoding('latin1')
        .on('data', (chunk: string) => (text += chunk))
        .resume();
      if (!socket.closed) await once(socket, 'close');
      if (failure !== undefined) throw failure;
      return text;
    },
  };
}

function weekOf({ enterprise: { tracked } }: Api): string {
  return `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1`;
}

/** Resolves when the analysis has been asked for `count` weeks. */
async function computed({ analysis }: Api, count: number): Promise<void> {
  await until(
    () => analysis.asked.length >= count,
    () => `${count} weeks to be asked for, as ${analysis.asked.length} were`,
  );
}

test('connections that were made before the stop are answered, however many wait to be accepted', async (t) => {
  const server = createServer((_request, response) => response.end('here'));
  const draining = createDraining();
  draining.watch(server);
  const port = await listen(server);
  const clients = Array.from({ length: 200 }, () => client(port));
  for (const { send } of clients) send('/');
  await once(clients[0]?.socket as Socket, 'connect');
  const [cut, ...texts] = await Promise.all([draining.drain(), ...clients.map(({ all }) => all())]);
  t.is(cut, 0);
  t.true(texts.every((text) => text.endsWith('here')));
});

test('answers that have ended and not been read are sent whole before the server ends', (t) =>
  withServer(t, async (api) => {
    const readers = Array.from({ length: 3 }, () => client(api.port));
    for (const { send } of readers) for (let i = 0; i < 3; i++) send(weekOf(api), api.enterprise.token);
    await computed(api, 3);
    const drained = api.draining.drain();
    const texts = await Promise.all(readers.map(({ all }) => all()));
    t.is(await drained, 0);
    for (const text of texts) {
      const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/);
      t.is(answers.length, 3);
      for (const answer of answers) {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        t.is(body.length, Number(/content-length: (\d+)/i.exec(head)?.[1]));
        t.is(JSON.parse(body).data.timeseries.length, 10_080);
      }
    }
    const lines = api.log.filter(({ msg }) => msg === 'request');
    t.is(lines.length, 9);
    t.true(lines.every(({ status, aborted }) => status === 200 && aborted === undefined));
  }));

test('while it drains, kept connections get one more answer, ready is 503, and idle ones are closed', (t) =>
  withServer(t, async (api) => {
    const [busy, asking, idle] = [client(api.port), client(api.port), client(api.port)];
    for (const { send, socket } of [busy, asking, idle]) {
      send('/health/ready');
      await once(socket, 'readable');
    }
    const drained = api.draining.drain();
    await until(() => !api.server.listening, 'the port to close', 0);
    busy.send(`${BASE}/me`, api.enterprise.token);
    asking.send('/health/ready');
    const [me, ready, nothing] = await Promise.all([busy.all(), asking.all(), idle.all()]);
    t.is(await drained, 0);
    t.deepEqual(
      [me, ready, nothing].map((text) => text.match(/HTTP\/1\.1 \d+/g)),
      [['HTTP/1.1 200', 'HTTP/1.1 200'], ['HTTP/1.1 200', 'HTTP/1.1 503'], ['HTTP/1.1 200']],
    );
    for (const text of [me, ready])
      t.deepEqual(text.match(/^connection: \S+/gim), ['Connection: keep-alive', 'Connection: close']);
    t.regex(ready, /"code":"UNAVAILABLE","message":"the service is stopping"/);
    t.regex(nothing, /^keep-alive: timeout=75\r$/im);
    await t.throwsAsync(api.call('/health/live'));
  }));

test('an answer that was cut is logged as such, also when it had ended', (t) =>
  withServer(t, async (api) => {
    const reader = client(api.port);
    for (let i = 0; i < 12; i++) reader.send(weekOf(api), api.enterprise.token);
    await once(reader.socket, 'readable');
    api.server.closeAllConnections();
    await reader.all().catch(() => undefined);
    // Waits for any answer that was cut, as the first ones may have been sent completely.
    await until(
      () => api.log.some(({ msg, status, aborted }) => msg === 'request' && status === 200 && aborted === true),
      'the line of an answer that was cut',
    );
    t.pass();
  }));

/** Number of bytes that does not fit into the system's socket buffers. */
const BYTES = 2 ** 25;

test('answers that nobody reads are cut when the time for them is over, and not before', async (t) => {
  const stopping = await Promise.all(
    [500, 60_000].map(async (drainMs) => {
      const draining = createDraining(drainMs);
      const server = createServer((_request, response) => response.end(Buffer.alloc(BYTES)));
      draining.watch(server);
      const reader = client(await listen(server));
      reader.send('/');
      await once(server, 'request');
      return { reader, drained: draining.drain() };
    }),
  );
  const [hasty, patient] = stopping;
  t.is(await hasty?.drained, 1);
  const text = (await patient?.reader.all()) ?? '';
  t.is(text.length - text.indexOf('\r\n\r\n') - 4, BYTES);
  t.is(await patient?.drained, 0);
});
