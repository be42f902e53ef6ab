import { US_PER_MINUTE } from '../constants';
import { writeTimestamp } from './timestamp';
import { putDecimal, putText } from './text';

const MODERATE_FROM: u32 = 10;
const HIGH_FROM: u32 = 20;
const SEVERE_FROM: u32 = 30;

/**
 * JSON array of the entries `{"timestamp","intensity","risk_level"}` for epochs [from, to) of a window that starts at
 * `startUs`, from one u16 per epoch. Returns the number of bytes written to `out`: at most 80 per entry, and 2.
 */
export function emitTimeseries(startUs: f64, values: usize, from: u32, to: u32, out: usize): u32 {
  let p = out;
  store<u8>(p++, 0x5b); // [
  for (let k = from; k < to; k++) {
    if (k > from) store<u8>(p++, 0x2c); // ,
    const value = <u32>load<u16>(values + ((<usize>k) << 1));
    p = putText(p, '{"timestamp":"');
    p = writeTimestamp(p, startUs + <f64>k * US_PER_MINUTE);
    p = putText(p, '","intensity":');
    p = putDecimal(p, value);
    p = putText(p, ',"risk_level":"');
    p = putText(p, riskLevel(value));
    p = putText(p, '"}');
  }
  store<u8>(p++, 0x5d); // ]
  return <u32>(p - out);
}

/** Risk level that the API gives a number of possible interferers. */
function riskLevel(value: u32): string {
  if (value >= SEVERE_FROM) return 'severe';
  if (value >= HIGH_FROM) return 'high';
  return value >= MODERATE_FROM ? 'moderate' : 'low';
}
