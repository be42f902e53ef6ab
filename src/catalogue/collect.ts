import { UserError } from '../errors.js';

/**
 * Joins chunks into one array. Throws a `UserError` where they hold more than `maxBytes`; `name` is what they come
 * from.
 */
export async function collect(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  maxBytes: number,
  received: () => void = () => undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    received();
    length += chunk.byteLength;
    if (length > maxBytes) throw new UserError(`${name}: larger than ${maxBytes / 1e6} MB, the most that is read`);
    parts.push(chunk);
  }
  return Buffer.concat(parts, length);
}
