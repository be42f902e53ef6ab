import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { Instant } from '../records/sgp4/instant';
import { Satellite } from '../records/sgp4/satellite';

/** A field of two records, at its offset within them, as two lanes. */
@inline
export function pick<T>(a: T, b: T, field: usize): v128 {
  return v128.load64_lane(changetype<usize>(b) + field, v128.load64_zero(changetype<usize>(a) + field), 1);
}

/** Minutes since the epoch of each record. */
@inline
export function sincePair(a: Satellite, b: Satellite, atA: Instant, atB: Instant): v128 {
  return div(sub(lanes(atA.tUs, atB.tUs), pick(a, b, offsetof<Satellite>('epochUs'))), both(US_PER_MINUTE));
}
