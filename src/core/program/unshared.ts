const encoder = new TextEncoder();

/**
 * Bytes with which a program imports its memory: the names `env` and `memory`, each after its length, and the kind of
 * import.
 */
const MEMORY_IMPORT = [...named('env'), ...named('memory'), 2];
/**
 * Value of the byte behind MEMORY_IMPORT for a shared memory with a maximum; `UNSHARED`: for a memory that is not
 * shared.
 */
const SHARED = 3;
const UNSHARED = 1;
/** Name of an empty section at the end: it marks a program for a memory that is not shared. */
const MARK = 'unshared';

/**
 * Turns the program into one for a memory that is not shared: engines copy to and from such a memory several times as
 * fast, and atomic instructions work on it too. An empty section marks the program, as a compiled module does not tell
 * for which kind of memory it is.
 *
 * @throws Error if the bytes do not ask for a shared memory
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

/** Whether a compiled program takes a shared memory; if not, it takes only one that is not shared. */
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
