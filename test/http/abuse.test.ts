import test from 'ava';
import { BASE, withServer } from '../helpers/server.js';

const ME = `${BASE}/me`;
const TRACKED = `${BASE}/tracked_satellites`;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test('a request that can be read in two ways is refused, and later ones on its connection are not served', (t) =>
  withServer(t, async ({ raw, enterprise: { token } }) => {
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const smuggled = `GET ${ME} HTTP/1.1\r\n${head}\r\n`;
    for (const [lines, body] of [
      ['Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '0\r\n\r\n'],
      ['Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
      ['Content-Length: 2, 2\r\n', '{}'],
      ['Content-Length: +2\r\n', '{}'],
      ['Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
      ['Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
      ['Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
    ] as const) {
      const answers = (await raw(`POST ${TRACKED} HTTP/1.1\r\n${head}${lines}\r\n${body}${smuggled}`)).match(
        /HTTP\/1\.1 \d+/g,
      );
      t.deepEqual(answers, ['HTTP/1.1 400'], lines);
    }
  }));

test('HTTP/0.9, other versions and two hosts are refused', (t) =>
  withServer(t, async ({ raw }) => {
    for (const request of [
      `GET ${ME}\r\n\r\n`,
      'GET /health/live\r\n\r\n',
      `GET ${ME} HTTP/0.9\r\n\r\n`,
      `GET ${ME} HTTP/3.0\r\nHost: a\r\n\r\n`,
      `GET ${ME} HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      const text = await raw(request);
      t.regex(text, /^HTTP\/1\.1 400 [\s\S]*"code":"BAD_REQUEST"/, request);
    }
  }));

test('an invalid request id is never repeated', (t) =>
  withServer(t, async ({ raw, call, log }) => {
    const id = '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e';
    const ask = (value: string) =>
      raw(`GET ${ME} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${value}\r\nConnection: close\r\n\r\n`);
    for (const value of [
      `${id}\r\nX-Evil: 1`,
      `${id}\r\n X-Evil: 1`,
      `${id}\rX-Evil: 1`,
      `${id}\nX-Evil: 1`,
      `${id}\0X-Evil`,
      'X-Evil'.repeat(1_700),
      `${id}\r\nX-Request-Id: X-Evil`,
    ]) {
      const text = await ask(value);
      t.regex(text, /^HTTP\/1\.1 40[01] /, JSON.stringify(value.slice(0, 60)));
      t.notRegex(text, /X-Evil/i);
      t.regex(/^x-request-id: (.*)$/im.exec(text)?.[1] ?? '', UUID);
    }
    t.regex((await call(ME, { headers: { 'x-request-id': 'X-Evil'.repeat(1_700) } })).text, /"UNAUTHORIZED"/);
    t.notRegex(JSON.stringify(log), /X-Evil/);
  }));

test('no spelling of a path avoids the token or reaches another route', (t) =>
  withServer(t, async ({ raw, log, enterprise: { token, tracked } }) => {
    const [id] = Object.values(tracked);
    const ask = async (target: string, header = '') => {
      const text = await raw(`GET ${target} HTTP/1.1\r\nHost: a\r\n${header}Connection: close\r\n\r\n`);
      return Number(text.slice(9, 12));
    };
    for (const target of [
      `${BASE}/%6de`,
      `${BASE}/me%2f`,
      `${BASE}/me%00`,
      `${BASE}/me;a=b`,
      `${BASE}/./me`,
      `${BASE}/../v1/me`,
      `${BASE}/%2e%2e/v1/me`,
      `${BASE}/health/..%2fme`,
      `${BASE}/health/live/../../me`,
      `${BASE}\\me`,
      `/api%2fv1/me`,
      `/%61pi/v1/me`,
      `//api/v1/me`,
      `/api//v1/me`,
      `/API/v1/me`,
      `/health/live/..${ME}`,
      `http://a/health/live/..${ME}`,
      `//a${ME}`,
      `${TRACKED}%2f${id}`,
    ]) {
      t.true([400, 401, 404].includes(await ask(target)), target);
      t.true([400, 404].includes(await ask(target, `Authorization: Bearer ${token}\r\n`)), target);
    }
    for (const name of ['%', '%E0%A4%A', '%00', '%ff', '..', '%2e%2e%2fme', `${id}%20`, `${id}%00`, `%2b${id}`]) {
      const status = await ask(`${TRACKED}?name=x&name=${name}`, `Authorization: Bearer ${token}\r\n`);
      t.is(status, 400, name);
      const path = `DELETE ${TRACKED}/${name} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
      t.regex(await raw(path), /^HTTP\/1\.1 40[04] /, name);
    }
    t.deepEqual(
      log.filter(({ msg }) => msg === 'unexpected error'),
      [],
    );
  }));
