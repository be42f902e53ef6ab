import { builtin } from './builtin.js';

/** Returns the bytes of a program that stands in a script as text: gzipped, in Base64. */
export async function unpack(text: string): Promise<Uint8Array | ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // gunzipSync takes a quarter of the time that Node's web streams take.
  const zlib = builtin('node:zlib');
  if (zlib !== undefined) return zlib.gunzipSync(packed);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
