import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import test from 'ava';
import fc from 'fast-check';
import { clientAddresses, clientNetwork } from '../../src/http/networks.js';

function request(peer: string | undefined, forwarded?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

test('without a trusted proxy the client is the connected address, whatever it claims', (t) => {
  const addressOf = clientAddresses([]);
  t.is(addressOf(request('203.0.113.9')), '203.0.113.9');
  t.is(addressOf(request('203.0.113.9', '198.51.100.1')), '203.0.113.9');
  t.is(addressOf(request('::ffff:203.0.113.9')), '203.0.113.9');
  t.is(addressOf(request('fe80::1%eth0')), 'fe80::1');
  t.is(addressOf(request(undefined, '198.51.100.1')), 'unknown');
});

test('an X-Forwarded-For that is not trusted is logged, so that an unknown proxy is noticed', (t) => {
  const ignored: string[] = [];
  const addressOf = clientAddresses(['10.0.0.0/8'], (peer) => ignored.push(peer));
  addressOf(request('203.0.113.9'));
  addressOf(request('10.0.0.7', '198.51.100.1'));
  t.deepEqual(ignored, []);
  addressOf(request('::ffff:203.0.113.9', '198.51.100.1'));
  t.deepEqual(ignored, ['203.0.113.9']);
});

test('X-Forwarded-For counts as far as trusted proxies wrote it', (t) => {
  const addressOf = clientAddresses(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  for (const [peer, forwarded, client] of [
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '1.1.1.1, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['fd00::5', '2001:db8::1,fd00::7', '2001:db8::1'],
    ['127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['127.0.0.1', '10.1.1.1,10.2.2.2', '10.1.1.1'],
    ['127.0.0.1', '198.51.100.1, unknown, 10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', ', ,', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
  ] as const) {
    t.is(addressOf(request(peer, forwarded)), client, `${peer} forwards ${forwarded}`);
  }
});

test('an IPv6 address stands for its /56, an IPv4 address for itself', (t) => {
  t.is(clientNetwork('203.0.113.9'), '203.0.113.9');
  t.is(clientNetwork('unknown'), 'unknown');
  t.is(clientNetwork('::1'), '0:0:0:0::/56');
  t.is(clientNetwork('2001:db8::1'), '2001:db8:0:0::/56');
  t.is(clientNetwork('2001:DB8:1:2:3:4:5:6'), '2001:db8:1:0::/56');
  t.is(clientNetwork('1::'), '1:0:0:0::/56');
  t.is(clientNetwork('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/56');
});

type Bytes = fc.Arbitrary<Uint8Array>;

test('two IPv6 addresses are of one network where their first 56 bits agree, and only there', (t) => {
  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constant(0));
  const [first, rest] = [7, 9].map((bytes) => fc.uint8Array({ minLength: bytes, maxLength: bytes })) as [Bytes, Bytes];
  const text = (...parts: Uint8Array[]) =>
    Buffer.concat(parts)
      .toString('hex')
      .replaceAll(/(.{4})(?!$)/g, '$1:');
  fc.assert(
    fc.property(first, fc.integer({ min: 0, max: 6 }), byte, rest, rest, (a, at, value, c, d) => {
      const b = a.with(at, value);
      assert.equal(clientNetwork(text(a, c)), clientNetwork(text(a, d)));
      assert.equal(clientNetwork(text(a, c)) === clientNetwork(text(b, c)), a[at] === value);
    }),
  );
  t.pass();
});
