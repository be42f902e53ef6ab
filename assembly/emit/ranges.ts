/** First epoch of a range: ranges of epochs [from, to), none of them empty, are two u16 each. */
@inline
export function fromOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2));
}

/** Epoch behind the last of a range. */
@inline
export function toOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2), 2);
}
