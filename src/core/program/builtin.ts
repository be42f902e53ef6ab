import type * as nodeFiles from 'node:fs/promises';
import type * as nodeZlib from 'node:zlib';

interface Builtins {
  'node:fs/promises': typeof nodeFiles;
  'node:zlib': typeof nodeZlib;
}

/** Finds one of Node's modules, undefined elsewhere; bundlers for browsers could not follow an import of it. */
export function builtin<N extends keyof Builtins>(name: N): Builtins[N] | undefined {
  const { process: runtime } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return runtime?.getBuiltinModule?.(name) as Builtins[N] | undefined;
}
