import { Session, type Profiler } from 'node:inspector/promises';

const INTERVAL_US = 100;

/** Layer of a frame, by the file of its function; the first that matches. */
const BY_FILE: readonly [layer: string, files: RegExp][] = [
  ['authenticate', /\/http\/(middleware\/authenticate|limits\/credentialGuard)|\/db\/accounts\/(?!rateLimits)/],
  ['count the call', /\/http\/(middleware\/limitRate|limits\/)|\/db\/accounts\/rateLimits|\/rate-limiter-flexible\//],
  ['database driver', /\/(knex|tarn|pg|pg-protocol|pg-types|pglite)\/|\/db\/connection\//],
  ['validate', /\/http\/(request\/(query|validation|windowEpochs)|schemas\/)|\/zod\//],
  ['ETag', /\/http\/response\/etag/],
  ['log and metrics', /\/http\/(middleware\/accessLog|metrics)|\/(pino|sonic-boom|thread-stream|prom-client)\//],
  ['turns and queues', /\/fairness\/|\/http\/middleware\/admit/],
  ['question: pool', /\/piscina\//],
  ['question: host', /\/(compute|core|memory|codec)\//],
  ['koa', /\/node_modules\/|\/http\//],
];

/** Functions of Node that are layers of their own, whatever called them. */
const HEADERS = /^(set|append|remove)Header|^(_storeHeader|processHeader|storeHeader|writeHead|_implicitHeader)$/;
const OUTGOING = /^node:_http_outgoing$/;
const WRITING = /^node:(net|internal\/stream_base_commons|internal\/streams\/writable)$/;
const OF_NODE = /^(node:|$)/;
const WASM = /^wasm:/;
/** Idle time, and the call by which the inspector is told to stop. */
const IGNORED = new Set(['(idle)', 'dispatch']);
const ROOTS = new Map([
  ['(program)', 'system calls, parsing, event loop'],
  ['(garbage collector)', 'garbage collection'],
]);
const OTHER = 'Node';

/** Processor time by layer of the thread that is profiled, in µs. */
export type Layers = Record<string, number>;

/**
 * Adds up the samples of a profile by layer, the idle ones left out. What Node does for a function counts for that
 * function's layer, but for writing and for headers, which have their own.
 */
export function layersOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Layers {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const known = new Map<number, string | undefined>();

  /** Layer of a node; undefined for idle time, and for what sampling itself takes. */
  const layerOf = (leaf: number): string | undefined => {
    let isCore = false;
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
      if (IGNORED.has(functionName) && url === '') return undefined;
      const root = ROOTS.get(functionName);
      if (root !== undefined) return root;
      const named = BY_FILE.find(([, files]) => files.test(url))?.[0];
      if (named !== undefined) return isCore && named.startsWith('question') ? 'question: core' : named;
      if (WASM.test(url)) {
        // The database may be one too: who calls it tells.
        isCore = true;
        continue;
      }
      if (!OF_NODE.test(url)) return 'koa';
      if (OUTGOING.test(url)) return HEADERS.test(functionName) ? 'headers' : 'write';
      if (WRITING.test(url)) return 'write';
    }
    return OTHER;
  };

  const layers: Layers = {};
  samples.forEach((id, index) => {
    if (!known.has(id)) known.set(id, layerOf(id));
    const layer = known.get(id);
    if (layer !== undefined) layers[layer] = (layers[layer] ?? 0) + (timeDeltas[index] ?? 0);
  });
  return layers;
}

/** Samples what this thread does between start and stop. */
export function createLayerProfile(): { start: () => Promise<void>; stop: () => Promise<Layers> } {
  const session = new Session();
  return {
    async start() {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
      await session.post('Profiler.start');
    },
    async stop() {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      return layersOf(profile);
    },
  };
}
