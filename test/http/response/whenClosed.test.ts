import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { closingSignal, whenClosed } from '../../../src/http/response/whenClosed.js';
import { until } from '../../helpers/until.js';

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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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
