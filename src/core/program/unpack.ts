import { builtin } from './builtin.js';

/** Bytes of a text that holds them gzipped, as Base64: the program, where it is part of a script. */
export async function unpack(text: string): Promise<Uint8Array | ArrayBuffer> {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // This takes a quarter of the time of Node's streams.
  const zlib = builtin('node:zlib');
  if (zlib !== undefined) return zlib.gunzipSync(packed);
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).arrayBuffer();
}
