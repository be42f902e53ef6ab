/**
 * Returns a reader of whole numbers packed in bytes: seven bits a byte, the low ones first (LEB128).
 *
 * @param from offset of the first number
 */
export function numbersIn(bytes: ArrayBuffer, from = 0) {
  const view = new Uint8Array(bytes);
  let at = from;
  /** Returns the next number; throws RangeError if the bytes end within it. */
  const next = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = view[at++];
      if (byte === undefined) throw new RangeError(`the data of ${view.length} bytes ends within a number`);
      value += unit * (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  return {
    next,
    /** Returns the next signed number n, which is packed as 2n, or as -2n - 1 if it is negative. */
    signed: (): number => {
      const code = next();
      return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
    },
    /** Returns the next two bytes as a number, the low one first; bytes beyond the end count as 0. */
    u16: (): number => {
      at += 2;
      return (view[at - 2] ?? 0) | ((view[at - 1] ?? 0) << 8);
    },
    /** Offset of the next number. */
    offset: (): number => at,
  };
}
