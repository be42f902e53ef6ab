import { createServer } from 'node:http';
import test from 'ava';
import { startChild } from '../../scripts/bench/wire/child.js';
import type { Client } from '../../scripts/bench/wire/client.js';
import { layerRows, quantile, rowOf, type Sample } from '../../scripts/bench/wire/figures.js';
import { layersOf } from '../../scripts/bench/wire/layers.js';
import { compiledOf } from '../../scripts/build/tests.js';
import { listen } from '../../src/service/ports.js';

function samples(...cpuMs: number[]): Sample[] {
  return cpuMs.map((ms) => ({ cpuMs: ms, perSecond: 1000 / ms, p50Ms: 2 * ms, p99Ms: 3 * ms }));
}

test('a quantile is the smallest value that so many values do not exceed', (t) => {
  const values = Array.from({ length: 200 }, (_, i) => 200 - i);
  t.deepEqual(
    [0, 0.5, 0.99, 1].map((part) => quantile(values, part)),
    [1, 100, 198, 200],
  );
  t.is(quantile([7], 0.99), 7);
  t.deepEqual(values[0], 200, 'the values stay in their order');
});

test('a row has the medians of its rounds, and the median of the ratios of each round to a peer', (t) => {
  const own = samples(4, 2, 9);
  const row = rowOf('week', own, [{ name: 'a bare Koa', samples: samples(1, 2, 3) }]);
  t.deepEqual([row.medianMs, row.minMs, row.maxMs, row.medianCpuMs, row.repetitions], [8, 4, 18, 4, 3]);
  t.deepEqual(row.rates, [
    { value: 12, unit: 'ms p99' },
    { value: 250, unit: 'answers/s' },
    { value: 3, unit: 'x the processor time of a bare Koa' },
  ]);
});

/** Profile of stacks, each with its frames from the root on as `function@file`, and the µs that it was seen for. */
function profileOf(...stacks: [us: number, ...frames: string[]][]): Parameters<typeof layersOf>[0] {
  const nodes = stacks.flatMap(([, ...frames], stack) =>
    frames.map((frame, depth) => {
      const [, functionName = '', url = ''] = /^([^@]*)@?(.*)$/.exec(frame) ?? [];
      const id = 100 * stack + depth;
      const children = depth + 1 < frames.length ? [id + 1] : [];
      return { id, children, callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 } };
    }),
  );
  const samplesOf = stacks.map(([, ...frames], stack) => 100 * stack + frames.length - 1);
  return { nodes, startTime: 0, endTime: 1, samples: samplesOf, timeDeltas: stacks.map(([us]) => us) };
}

test('a sample counts for the innermost function that has a layer, and what Node does for it counts with it', (t) => {
  const token = 'findCaller@file:///app/dist/http/middleware/authenticate.js';
  const koa = 'dispatch@file:///app/node_modules/koa-compose/index.js';
  t.deepEqual(
    layersOf(
      profileOf(
        [1, '(root)', koa, token, 'createHash@node:crypto'],
        [2, '(root)', koa, token, koa],
        [4, '(root)', 'processTicksAndRejections@node:internal/process/task_queues'],
        [8, '(root)', '(idle)'],
        [16, '(root)', '(program)'],
        [32, '(root)', koa, 'coverAndScan@file:///app/dist/compute/thread/fill.js', 'wasm-function[1]@wasm://wasm/01'],
        [
          64,
          '(root)',
          koa,
          'exec@file:///app/node_modules/@electric-sql/pglite/index.js',
          'wasm-function[2]@wasm://wasm/02',
        ],
        [128, '(root)', 'post@node:inspector', 'dispatch'],
      ),
    ),
    {
      authenticate: 1,
      koa: 2,
      Node: 4,
      'system calls, parsing, event loop': 16,
      'question: core': 32,
      'database driver': 64,
    },
  );
});

test('writing to a socket and setting headers are layers whoever asks for them', (t) => {
  const koa = 'respond@file:///app/node_modules/koa/lib/application.js';
  t.deepEqual(
    layersOf(
      profileOf(
        [1, '(root)', koa, 'end@node:_http_outgoing', 'writevGeneric@node:internal/stream_base_commons', 'writev@'],
        [2, '(root)', koa, 'setHeader@node:_http_outgoing', 'validateHeaderName@node:internal/validators'],
        [4, '(root)', koa, 'write@file:///app/node_modules/sonic-boom/index.js', 'write@node:fs', 'writeString@'],
      ),
    ),
    { write: 1, headers: 2, 'log and metrics': 4 },
  );
});

test('layers are told by answer, the largest first, and other threads have what the main thread has not', (t) => {
  const rows = layerRows('layers', { koa: 1000, write: 3000 }, { answers: 10, cpuMs: 1 });
  t.deepEqual(
    rows.map(({ workload, medianCpuMs, rates }) => [workload, medianCpuMs, rates[0]?.value]),
    [
      ['layers', 1, undefined],
      ['  other threads', 0.6, 60],
      ['  write', 0.3, 30],
      ['  koa', 0.1, 10],
    ],
  );
});

test('the client finds the end of every answer, and counts those of another status', async (t) => {
  const body = 'x'.repeat(300_000);
  let answers = 0;
  const server = createServer((request, response) => {
    answers++;
    response.statusCode = request.url === '/fails' ? 500 : 200;
    if (request.url === '/chunked') {
      response.write(body);
      setImmediate(() => response.end(body));
    } else response.end(body);
  });
  t.teardown(() => {
    server.close().closeAllConnections();
  });
  const port = Number(new URL(await listen(server, '127.0.0.1', 0, 'PORT')).port);
  const client = startChild<Client>(compiledOf('scripts/bench/wire/client.ts'));
  t.teardown(() => client.close());
  for (const [path, failures] of [
    ['/', 0],
    ['/chunked', 0],
    ['/fails', 3],
  ] as const) {
    const request = `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`;
    await client.call('prepare', { port, request, status: 200, connections: 3 });
    answers = 0;
    const outcome = await client.call('run', 0);
    t.deepEqual([outcome.answers, outcome.failures, answers], [3, failures, 3], path);
    if (path !== '/chunked') t.is(outcome.bodyBytes, body.length, path);
    else t.true(outcome.bodyBytes > 2 * body.length, 'with what the chunks add');
  }
});
