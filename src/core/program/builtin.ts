import type * as nodeFiles from 'node:fs/promises';
import type * as nodeZlib from 'node:zlib';

interface Builtins {
  'node:fs/promises': typeof nodeFiles;
  'node:zlib': typeof nodeZlib;
}

/** One of Node's modules, undefined elsewhere. Not imported, as a bundler for browsers could not follow that. */
export function builtin<N extends keyof Builtins>(name: N): Builtins[N] | undefined {
  const { process: runtime } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return runtime?.getBuiltinModule?.(name) as Builtins[N] | undefined;
}
