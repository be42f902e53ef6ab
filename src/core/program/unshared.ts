const encoder = new TextEncoder();

/** How a program asks for its memory: the import's names and kind, each name with its length before. */
const MEMORY_IMPORT = [...named('env'), ...named('memory'), 2];
/** Byte behind MEMORY_IMPORT: limits with a maximum, of a shared memory; `UNSHARED`: of one that is not shared. */
const SHARED = 3;
const UNSHARED = 1;
/** Name of an empty section at the end: it marks a program for a memory that is not shared. */
const MARK = 'unshared';

/**
 * Turns the program into one for a memory that is not shared: engines copy to and from it several times as fast, and
 * atomic instructions do the same there. An empty section marks it, as nothing else in a compiled program tells.
 *
 * @throws Error where the bytes do not ask for a shared memory
 */
export function unsharedProgram(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const limits = indexOf(bytes, MEMORY_IMPORT) + MEMORY_IMPORT.length;
  if (bytes[limits] !== SHARED) throw new Error('wasm: the program asks for no shared memory: it is not core.wasm');
  const name = named(MARK);
  const program = new Uint8Array(bytes.length + 2 + name.length);
  program.set(bytes);
  program[limits] = UNSHARED;
  program.set([0, name.length, ...name], bytes.length);
  return program;
}

/** Whether a compiled program takes a shared memory, and no other. */
export function takesShared(module: object): boolean {
  return WebAssembly.Module.customSections(module as WebAssembly.Module, MARK).length === 0;
}

function named(name: string): number[] {
  return [name.length, ...encoder.encode(name)];
}

function indexOf(bytes: Uint8Array, wanted: readonly number[]): number {
  for (let at = bytes.indexOf(wanted[0] as number); at >= 0; at = bytes.indexOf(wanted[0] as number, at + 1)) {
    if (wanted.every((byte, k) => bytes[at + k] === byte)) return at;
  }
  return bytes.length;
}
