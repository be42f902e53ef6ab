/** Appends ASCII text; returns the end. */
@inline
export function putText(p: usize, text: string): usize {
  const source = changetype<usize>(text);
  const length = text.length;
  for (let i = 0; i < length; i++) store<u8>(p + i, <u8>load<u16>(source + ((<usize>i) << 1)));
  return p + length;
}

/** Appends an unsigned integer in decimal; returns the end. */
export function putDecimal(p: usize, value: u32): usize {
  let scale: u32 = 1;
  while (value / scale >= 10) scale *= 10;
  for (; scale > 0; scale /= 10) store<u8>(p++, <u8>(0x30 + ((value / scale) % 10)));
  return p;
}

/** Appends two digits; returns the end. */
@inline
export function putTwoDigits(p: usize, value: u32): usize {
  store<u8>(p, <u8>(0x30 + value / 10));
  store<u8>(p, <u8>(0x30 + (value % 10)), 1);
  return p + 2;
}
