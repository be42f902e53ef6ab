import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import test from 'ava';
import { curlOf, type ApiCall } from '../../src/web/call/calls.js';

const run = promisify(execFile);
const CALL: ApiCall = {
  title: 'a week',
  path: '/interference/timeseries',
  query: { tracked_satellite_id: 3, lat: -33.4, name: `O'Neill & "co" $HOME`, left_out: undefined },
};

test('the shown command runs, and sends the query of the view', async (t) => {
  const server = createServer((request, response) => {
    const { url, headers } = request;
    response.end(JSON.stringify({ url, authorization: headers.authorization }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const command = curlOf(CALL, `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
  const { stdout } = await run('bash', ['-c', command], { env: { ...process.env, TOKEN: 'sl_test' } });
  server.close();
  const { url, authorization } = JSON.parse(stdout);
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  t.is(pathname, '/api/v1/interference/timeseries');
  const name = `O'Neill & "co" $HOME`;
  t.deepEqual(Object.fromEntries(searchParams), { tracked_satellite_id: '3', lat: '-33.4', name });
  t.is(authorization, 'Bearer sl_test');
});
