import { gzipSync } from 'node:zlib';
import test from 'ava';
import { BASE, withServer } from '../../helpers/server.js';

const path = `${BASE}/tracked_satellites`;

test('a body of another type, charset or encoding is 415', (t) =>
  withServer(t, async ({ call, raw, enterprise: { token } }) => {
    const body = '{"norad_number":25544}';
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonx',
      'application/vnd.api+json',
      'application/json, text/plain',
    ]) {
      const reply = await call(path, { method: 'POST', token, body, headers: { 'content-type': type } });
      t.is(reply.json.error.code, 'UNSUPPORTED_MEDIA_TYPE', type);
      t.is(reply.status, 415);
    }
    for (const type of ['application/json', 'Application/JSON;charset=UTF-8', 'application/json; charset="utf-8"']) {
      t.is((await call(path, { method: 'POST', token, body, headers: { 'content-type': type } })).status, 200, type);
    }
    for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip']) {
      const headers = { 'content-encoding': encoding };
      t.is((await call(path, { method: 'POST', token, body: gzipSync(body), headers })).status, 415, encoding);
    }
    const untyped = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;
    t.regex(await raw(untyped), /^HTTP\/1\.1 415 /);
  }));

test('a body that is no JSON object in UTF-8 is 400', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const badUtf8 = Buffer.from([...Buffer.from('{"norad_number":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    const bodies = [
      '',
      ' ',
      '{',
      '[]',
      '[1]',
      'null',
      '1',
      '"text"',
      '{"a":1}x',
      "{'a':1}",
      '{"a":NaN}',
      '['.repeat(30_000),
      badUtf8,
    ];
    for (const body of bodies) {
      const reply = await call(path, { method: 'POST', token, body });
      t.is(reply.status, 400, String(body).slice(0, 20));
      t.is(reply.json.error.code, 'INVALID_BODY');
    }
  }));

test('an object that repeats a name is 400, however the name is written', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const post = (body: string) => call(path, { method: 'POST', token, body });
    for (const body of [
      '{"norad_number":25544,"norad_number":25544}',
      '{"norad_number":25544, "norad\\u005fnumber" : 20580}',
      '{"a":{"b":[1,{"c":"}"}]},"a\\\\":1,"x":"\\"{","a":2}',
      `{${'"k":1,'.repeat(9_000)}"k":1}`,
    ]) {
      const { status, json } = await post(body);
      t.is(status, 400, body.slice(0, 50));
      t.is(json.error.code, 'INVALID_BODY');
      t.regex(json.error.message, /^the body has ".*" more than once$/);
    }
    // The name occurs several times, but never twice in one object.
    t.is((await post('{"norad_number":{"norad_number":"norad_number"}}')).status, 422);
    t.is((await post('{"norad_number":["norad_number",":"]}')).status, 422);
    t.is((await post(' {"norad_number":25544} ')).status, 200);
  }));

test('an object that breaks the rules is 422, and details name each field', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const post = (body: unknown) => call(path, { method: 'POST', token, body });
    const rule = 'must be an integer from 1 to 999999999 (GET /satellites?search= finds it by name)';
    for (const norad of ['25544', 1.5, 0, -1, null, true, [25_544], {}, 1e9, 1e300]) {
      const { status, json } = await post({ norad_number: norad });
      t.is(status, 422, JSON.stringify(norad));
      t.is(json.error.code, 'VALIDATION_FAILED');
      t.deepEqual(json.error.details, { norad_number: rule });
    }
    t.deepEqual((await post({})).json.error.details, { norad_number: rule });
    t.deepEqual(
      (await post('{"norad_number":25544,"name":1,"__proto__":{}}')).json.error.details,
      JSON.parse('{"name":"is unknown","__proto__":"is unknown"}'),
    );
  }));

test('more than 64 KB is 413, announced or not, and the connection lives on', (t) =>
  withServer(t, async ({ call, raw, enterprise: { token } }) => {
    const fits = `{"norad_number":25544${' '.repeat(65_536 - 22)}}`;
    t.is(fits.length, 65_536);
    t.is((await call(path, { method: 'POST', token, body: fits })).status, 200);
    const reply = await call(path, { method: 'POST', token, body: `${fits} ` });
    t.is(reply.status, 413);
    t.is(reply.json.error.code, 'PAYLOAD_TOO_LARGE');
    t.is((await call(path, { method: 'POST', token, body: ' '.repeat(5_000_000) })).status, 413);

    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const chunks = `2000\r\n${' '.repeat(8192)}\r\n`.repeat(20);
    const chunked = `POST ${path} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    const next = `GET ${BASE}/me HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
    t.deepEqual((await raw(chunked + next)).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
  }));

test('a route without a body ignores one', (t) =>
  withServer(t, async ({ call, enterprise: { token, tracked } }) => {
    const [id] = Object.values(tracked);
    t.is(
      (await call(`${path}/${id}`, { method: 'DELETE', token, body: '{', headers: { 'content-type': 'x' } })).status,
      200,
    );
  }));
