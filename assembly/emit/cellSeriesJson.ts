import { US_PER_MINUTE } from '../constants';
import { putDecimal, putText } from './text';
import { writeTimestamp } from './timestamp';

/**
 * JSON array of the entries `{"epoch_index","value","timestamp"}` for epochs [from, to) of a window that starts at
 * `startUs`, from one u16 per epoch. Returns the number of bytes written to `out`: at most 80 per entry, and 2.
 */
export function emitCellSeries(startUs: f64, values: usize, from: u32, to: u32, out: usize): u32 {
  let p = out;
  store<u8>(p++, 0x5b); // [
  for (let k = from; k < to; k++) {
    if (k > from) store<u8>(p++, 0x2c); // ,
    p = putText(p, '{"epoch_index":');
    p = putDecimal(p, k);
    p = putText(p, ',"value":');
    p = putDecimal(p, <u32>load<u16>(values + ((<usize>k) << 1)));
    p = putText(p, ',"timestamp":"');
    p = writeTimestamp(p, startUs + <f64>k * US_PER_MINUTE);
    p = putText(p, '"}');
  }
  store<u8>(p++, 0x5d); // ]
  return <u32>(p - out);
}
