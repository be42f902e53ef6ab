import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { createSeriesTexts, type SeriesText } from '../../../src/compute/series/text.js';
import { writeTimeseries } from '../../../src/compute/series/writeText.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { closingSignal, whenClosed } from '../../../src/http/response/whenClosed.js';
import { createSlots } from '../../../src/memory/slots.js';
import { listen } from '../../helpers/client.js';
import { until } from '../../helpers/until.js';

const EPOCHS = 10_080;
const READERS = 8;
const WEEKS_EACH = 12;
const BESIDE = 40;
const TURNS = 1000;

test('readers who pause half way get their own answers, and so do others meanwhile', async (t) => {
  const core = await createOwnedCore(32);
  const { host: slot } = createSlots(core, 0);
  const texts = createSeriesTexts(core);
  const values = new Uint16Array(core.memory.buffer, slot + core.layout.SLOT_VALUES, EPOCHS);
  const held = new Set<SeriesText>();
  const server = createServer((request, response) => {
    values.fill(Number(request.url?.slice(1)));
    const text = texts.write(slot, EPOCHS, (at) =>
      writeTimeseries(core, { slot, startUs: 0, text: at }, [[0, EPOCHS]]),
    );
    held.add(text);
    whenClosed(request, response, () => {
      text.release();
      held.delete(text);
    });
    const body = text.wrap('{"week":', '}');
    response.writeHead(200, { 'Content-Length': body.length }).end(body);
  });
  const port = await listen(server);
  t.teardown(() => server.close().closeAllConnections());

  /** Opens a connection and requests weeks over it, without reading. */
  const ask = async (weeks: readonly number[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').pause();
    await once(socket, 'connect');
    const lines = weeks.map((value) => `GET /${value} HTTP/1.1\r\nHost: a\r\n`);
    socket.write(`${lines.join('\r\n')}Connection: close\r\n\r\n`);
    return socket;
  };
  /** Reads a connection to its end; returns the value of each week that came. */
  const read = async (socket: Socket): Promise<string[]> => {
    const text = (await buffer(socket)).toString();
    t.is(text.match(/\{"timestamp"/g)?.length, EPOCHS * (text.match(/HTTP\/1\.1 200/g)?.length ?? 0));
    const found = text.split('{"week":').slice(1);
    return found.map((week) => [...new Set(week.match(/"intensity":\d+/g))].join()).sort();
  };
  const told = (weeks: readonly number[]): string[] => weeks.map((value) => `"intensity":${value}`).sort();

  const weeksOf = (reader: number): number[] =>
    Array.from({ length: WEEKS_EACH }, (_, i) => 1000 + WEEKS_EACH * reader + i);
  const readers = await Promise.all(Array.from({ length: READERS }, (_, reader) => ask(weeksOf(reader))));
  const gone = await ask(weeksOf(READERS));
  for (let turn = 0; turn < TURNS && held.size < WEEKS_EACH; turn++) await sleep(10);
  t.true(held.size >= WEEKS_EACH, 'the system’s buffers do not hold all of it');
  for (let value = 0; value < BESIDE; value++) t.deepEqual(await read(await ask([value])), told([value]));
  gone.destroy();
  for (const [reader, socket] of readers.entries()) {
    t.deepEqual(await read(socket), told(weeksOf(reader)));
    t.deepEqual(await read(await ask([reader])), told([reader]));
  }
  for (let turn = 0; turn < TURNS && held.size > 0; turn++) await sleep(10);
  t.is(held.size, 0, 'and what they held is given back');
});

test('any number of questions may wait for one request to end, without a warning', async (t) => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  const aborted: number[] = [];
  const closed: number[] = [];
  const server = createServer((request, response) => {
    const signal = closingSignal(request, response);
    for (let i = 0; i < 20; i++) {
      signal.addEventListener('abort', () => aborted.push(i));
      whenClosed(request, response, () => closed.push(i));
    }
    response.end('{}');
  });
  const port = await listen(server);
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await until(
    () => closed.length === 20,
    () => `20 to be told that the request has ended, as ${closed.length} were`,
  );
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  process.off('warning', note);
  t.deepEqual([aborted.length, closed.length, warnings], [20, 20, []]);
});
