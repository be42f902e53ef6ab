import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { cellTimeSeries } from '../../src/http/routes/coverageAnalysis.js';
import { atPoint, timeseries } from '../../src/http/routes/interference.js';
import { cellsByEpoch } from '../../src/http/routes/interferenceCells.js';
import { allGroundStations, groundStationTimeseries } from '../../src/http/routes/stationInterference.js';
import { ownedBy, requestOf } from '../helpers/requests.js';
import { type Api, BASE, ISS, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

/** Request for a week; clients send many of them before they read. */
function weekOf({ token, tracked }: Api['enterprise'], more = ''): string {
  const path = `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1`;
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  return socket;
}

test('a client that reads nothing is cut off, and one that reads slowly is not', (t) =>
  withServer(
    t,
    async ({ port, log, analysis, server, enterprise }) => {
      // The answers exceed the system's buffers.
      analysis.randomBytes = 500_000;
      const count = 30;
      const request = weekOf(enterprise);
      const [still, slow] = [await open(port), await open(port)];
      still.write(request.repeat(count));
      slow.write(request.repeat(count));
      const cut = (): boolean => log.some(({ msg }) => msg === 'a client that took nothing was cut off');
      await until(
        async () => {
          slow.resume();
          await sleep(5);
          slow.pause();
          return cut();
        },
        'the client to be cut off',
        20,
      );
      t.false(slow.destroyed);
      const connections = await new Promise<number>((resolve) =>
        server.getConnections((_error, found) => resolve(found)),
      );
      t.is(connections, 1);
      still.destroy();
      slow.destroy();
      await until(() => analysis.held === 0, 'all that it kept to be given back');
    },
    { stalledMs: 1000 },
  ));

test('unread answers of an account are bounded: beyond that it is refused, and others are not', (t) =>
  withServer(
    t,
    async ({ port, call, raw, analysis, enterprise, free }) => {
      // The answers far exceed the system's buffers.
      analysis.randomBytes = 3_000_000;
      const sockets = await Promise.all(Array.from({ length: 24 }, () => open(port)));
      for (const socket of sockets) socket.write(weekOf(enterprise).repeat(4));
      const ask = () => raw(weekOf(enterprise, 'Connection: close\r\n'), /^HTTP\/1\.1 200 |"request_id"/);
      // Repeats the request: before the limit on unread answers is reached, it may be refused because too many of the
      // account's requests wait.
      let reply = '';
      await until(async () => (reply = await ask()).includes('not read yet'), 'the refusal', 10);
      t.regex(reply, /^HTTP\/1\.1 503 [\s\S]*^Retry-After: [1-3]\r$[\s\S]*"code":"OVERLOADED"/m);
      t.regex(reply, /"\d+ MB of answers to this account are not read yet; read them first: at most 64 MB may be"/);
      t.is((await call(`${BASE}/me`, { token: free.token })).status, 200);
      for (const socket of sockets) socket.destroy();
      await until(async () => (await ask()).startsWith('HTTP/1.1 200 '), 'an answer again', 10);
      await until(() => analysis.held === 0, 'all answers to be given back');
    },
    // On a busy machine the limit may be reached only after the time in which unread answers are cut off.
    { stalledMs: 600_000 },
  ));

test('the work of any question ends when its client goes away', (t) =>
  withServer(t, async (api) => {
    const { port, analysis, enterprise } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    analysis.gate = new Promise(() => undefined);
    for (const route of [
      atPoint,
      timeseries,
      groundStationTimeseries,
      allGroundStations,
      cellTimeSeries,
      cellsByEpoch,
    ]) {
      const path = requestOf(route, own);
      const before = analysis.askers.length;
      const socket = await open(port);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${enterprise.token}\r\n\r\n`);
      await until(() => analysis.askers.length > before, path);
      const asker = analysis.askers.at(-1);
      t.false(asker?.signal.aborted);
      socket.destroy();
      await until(() => asker?.signal.aborted === true, `the end of ${path}`);
    }
    analysis.gate = Promise.resolve();
  }));
