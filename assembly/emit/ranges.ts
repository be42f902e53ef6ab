/** First epoch of a range. A range [from, to) of epochs is two u16, and never empty. */
@inline
export function fromOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2));
}

/** Epoch behind the last of a range. */
@inline
export function toOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2), 2);
}
