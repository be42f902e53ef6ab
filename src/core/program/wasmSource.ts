import { builtin } from './builtin.js';

/** A source of bytes: a `Response`, a `Blob`. */
interface Body {
  arrayBuffer(): Promise<ArrayBuffer>;
  readonly ok?: boolean;
  readonly status?: number;
}

/** First bytes of a program. */
const MAGIC = [0, 0x61, 0x73, 0x6d];
const ALLOWED = 'allowed: a WebAssembly.Module, its bytes, a Response or Blob with them, an address, or in Node a path';

/**
 * Reads the bytes of a program from any source that the option `wasm` of `createCore` takes, except a compiled one.
 * @throws TypeError for any other value, Error if the bytes cannot be read or are those of no program
 */
export async function bytesOf(source: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  const address = source instanceof URL ? source.href : source;
  if (typeof address === 'string') return readAddress(address);
  if (isBody(source)) return bytesOfBody(source, 'its answer');
  throw new TypeError(`wasm ${String(source)}: ${ALLOWED}`);
}

async function readAddress(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = /^(https?|data|blob):/.test(address) ? undefined : builtin('node:fs/promises');
  if (files === undefined) return bytesOfBody(await fetch(address), address);
  const bytes = await files.readFile(address.startsWith('file:') ? new URL(address) : address);
  return program(new Uint8Array(bytes), address);
}

function isBody(source: unknown): source is Body {
  return typeof source === 'object' && source !== null && 'arrayBuffer' in source;
}

async function bytesOfBody(body: Body, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (body.ok === false) throw new Error(`wasm of ${name}: the answer has status ${body.status}`);
  return program(new Uint8Array(await body.arrayBuffer()), name);
}

/**
 * Checks that bytes are a WebAssembly program. The compiler's own message would not help if a server has answered with
 * an HTML page.
 */
function program(bytes: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> {
  if (MAGIC.every((byte, k) => bytes[k] === byte)) return bytes;
  throw new Error(
    `wasm of ${name}: no WebAssembly program is there; createCore({ wasm }) takes the address of core.wasm`,
  );
}
