import type * as nodeFiles from 'node:fs/promises';
import type * as nodeZlib from 'node:zlib';

interface Builtins {
  'node:fs/promises': typeof nodeFiles;
  'node:zlib': typeof nodeZlib;
}

/**
 * Returns one of Node's modules, or undefined outside Node. It is not imported, as bundlers for browsers could not
 * resolve it.
 */
export function builtin<N extends keyof Builtins>(name: N): Builtins[N] | undefined {
  const { process: runtime } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return runtime?.getBuiltinModule?.(name) as Builtins[N] | undefined;
}
