import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createNetworks } from '../../src/http/networks.js';
import { BASE, ISS, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

const ID = '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e';

/** Reads the last answer of a connection, and checks that it is an error of the API. */
function refusal(t: ExecutionContext, text: string): { status: number; code: string; requestId: string } {
  const answer = text.slice(text.search(/HTTP\/1\.1 \d{3}(?![\s\S]*HTTP\/1\.1 \d{3})/));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { error, meta } = JSON.parse(body);
  t.is(/^x-request-id: (\S+)$/im.exec(head)?.[1], meta.request_id);
  t.regex(meta.request_id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  t.regex(head, /^content-type: application\/json; charset=utf-8$/im);
  t.is(Number(/^content-length: (\d+)$/im.exec(head)?.[1]), Buffer.byteLength(body));
  return { status: Number(answer.slice(9, 12)), code: error.code, requestId: meta.request_id };
}

test("refusals by Node's parser have a body and a request id like other errors of the API", (t) =>
  withServer(t, async ({ raw }) => {
    const host = 'Host: a\r\n';
    for (const [request, status, code] of [
      ['NONSENSE\r\n\r\n', 400, 'BAD_REQUEST'],
      [`GET / HTTP/1.1\r\n${host}Bad Header: 1\r\n\r\n`, 400, 'BAD_REQUEST'],
      [`POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400, 'BAD_REQUEST'],
      [`POST / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400, 'BAD_REQUEST'],
      [`GET / HTTP/1.1\r\n${host}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
      [`GET /?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ] as const) {
      const answer = refusal(t, await raw(request));
      t.is(answer.status, status, request.slice(0, 60));
      t.is(answer.code, code);
    }
    t.regex(await raw(`FOO / HTTP/1.1\r\n${host}\r\n`), /not valid HTTP\/1.1, or its method is unknown/);
  }));

test('the application refuses requests that Node would refuse on its own', (t) =>
  withServer(t, async ({ raw }) => {
    const close = 'Connection: close\r\n';
    t.is(refusal(t, await raw(`GET ${BASE}/me HTTP/1.1\r\n${close}\r\n`)).code, 'BAD_REQUEST');
    t.is(refusal(t, await raw(`GET ${BASE}/me HTTP/1.0\r\n\r\n`)).code, 'UNAUTHORIZED');
    const expecting = `POST ${BASE}/auth HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${ID}\r\nContent-Length: 2\r\nExpect: tea\r\n\r\n{}`;
    const answer = refusal(t, await raw(expecting));
    t.is(answer.status, 417);
    t.is(answer.code, 'EXPECTATION_FAILED');
    t.is(answer.requestId, ID);
  }));

test('an announced body is asked for with 100 Continue', (t) =>
  withServer(t, async ({ raw, enterprise: { token } }) => {
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const request = `POST ${BASE}/tracked_satellites HTTP/1.1\r\n${head}Content-Length: 22\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{"norad_number":25544}`;
    t.deepEqual((await raw(request)).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 100', 'HTTP/1.1 200']);
  }));

test('a request that does not arrive in time is 408, its headers or its body', (t) =>
  withServer(
    t,
    async ({ raw, log }) => {
      t.is(refusal(t, await raw('GET / HTTP/1.1\r\nHost: a\r\n')).code, 'REQUEST_TIMEOUT');
      const slow = `POST ${BASE}/auth HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${ID}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
      const answer = refusal(t, await raw(slow));
      t.is(answer.status, 408);
      t.is(answer.requestId, ID);
      t.false(log.some((line) => line['msg'] === 'unexpected error'));
    },
    { headersMs: 100, requestMs: 150, checkMs: 50 },
  ));

test('a refused connection is cut after a second, though its client sends on and reads nothing', (t) =>
  withServer(
    t,
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
      const sending = setInterval(() => socket.write('x'), 20);
      socket.resume();
      await once(socket, 'close');
      clearInterval(sending);
      t.pass();
    },
    { headersMs: 100, requestMs: 150, checkMs: 50 },
  ));

test('a network has so many unanswered requests: further ones are refused at once, and their connection is closed', (t) =>
  withServer(t, async ({ port, call }) => {
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
    const texts = await Promise.all(
      sockets.map(async (socket) => {
        let text = '';
        socket.on('data', (chunk: string) => (text += chunk)).on('error', () => undefined);
        const many = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(79);
        socket.write(`${many}GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        await once(socket, 'close');
        return text;
      }),
    );
    const refused = texts.filter((text) => (text.match(/HTTP\/1\.1 /g)?.length ?? 0) < 80);
    t.true(refused.length > 0 && refused.length < sockets.length);
    for (const text of refused) {
      const { status, code } = refusal(t, text);
      t.deepEqual([status, code], [503, 'OVERLOADED']);
      t.regex(text, /retry-after: 1\r\n/i);
    }
    t.is((await call('/health/live')).status, 200);
  }));

test('of too many connections of a network the one used longest ago is cut', async (t) => {
  const networks = createNetworks(['198.51.100.1']);
  const connection = (remoteAddress: string): Socket =>
    Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const [proxy, first, second] = ['198.51.100.1', '203.0.113.9', '203.0.113.9'].map(connection) as [
    Socket,
    Socket,
    Socket,
  ];
  const other = connection('203.0.113.8');
  for (const socket of [proxy, other, first, second]) networks.connect(socket);
  const request = Object.assign(new IncomingMessage(first), { headers: {} });
  t.true(networks.admit(request, new ServerResponse(request)));
  for (let i = 0; i < 1_023; i++) networks.connect(connection('203.0.113.9'));
  t.deepEqual(
    [proxy, other, first, second].map((socket) => socket.destroyed),
    [false, false, false, true],
  );
  for (let i = 0; i < 2_000; i++) networks.connect(connection('198.51.100.1'));
  t.false(proxy.destroyed);
});

test('a broken chunk is 400 while its route still waits for the body', (t) =>
  withServer(t, async ({ raw }) => {
    const head = `POST ${BASE}/auth HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${ID}\r\nContent-Type: application/json\r\n`;
    const answer = refusal(t, await raw(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n`));
    t.is(answer.status, 400);
    t.is(answer.requestId, ID);
  }));

test('nonsense behind a good request is refused after the answer to the good one', (t) =>
  withServer(t, async ({ raw, enterprise: { token } }) => {
    const good = `GET ${BASE}/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const text = await raw(`${good}NONSENSE\r\n\r\n`);
    t.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400']);
    t.is(refusal(t, text).code, 'BAD_REQUEST');
  }));

test('twenty requests at once on one connection are answered in order', (t) =>
  withServer(t, async ({ raw, enterprise: { token } }) => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const ids = Array.from({ length: 20 }, (_unused, index) => ID.slice(0, -2) + String(10 + index));
    const requests = ids.map((id, index) => {
      const last = index === 19 ? 'Connection: close\r\n' : '';
      return `GET ${BASE}/me HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nAuthorization: Bearer ${token}\r\n${last}\r\n`;
    });
    const answers = (await raw(requests.join(''))).matchAll(/^x-request-id: (\S+)/gim);
    process.off('warning', listen);
    t.deepEqual(
      [...answers].map(([, id]) => id),
      ids,
    );
    t.deepEqual(
      warnings.filter(({ name }) => name === 'MaxListenersExceededWarning'),
      [],
    );
  }));

test('the memory of a series is freed when its reader has received it, or leaves', (t) =>
  withServer(t, async ({ analysis, raw, port, call, enterprise: { token, tracked } }) => {
    const path = `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1`;
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const settled = async () => {
      for (let turn = 0; turn < 3000 && analysis.held > 0; turn++) await sleep(10);
      return analysis.held;
    };

    t.is((await call(path, { token })).status, 200);
    t.is(await settled(), 0, 'read to the end');
    t.is((await call(path, { method: 'HEAD', token })).status, 200);
    t.is(await settled(), 0, 'no body at all');
    await raw(request, /HTTP\/1\.1 200/);
    t.is(await settled(), 0, 'left in the middle');

    let open: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      open = resolve;
    });
    const asked = analysis.asked.length;
    const socket = connect(port, '127.0.0.1');
    analysis.gate = closed;
    socket.write(request);
    await until(() => analysis.asked.length > asked, 'the first question');
    analysis.gate = Promise.resolve();
    socket.write(request);
    await until(() => analysis.held > 0, 'the answer to the second question');
    socket.destroy();
    await once(socket, 'close');
    t.is(await settled(), 0, 'left while the answer waited behind another one');
    open();
    await sleep(50);
    t.is(await settled(), 0, 'left before there was an answer');
  }));
