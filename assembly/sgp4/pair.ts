import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { Satellite } from '../records/sgp4/satellite';

/** A field of two records, at its offset within them, as two lanes. */
@inline
export function pick<T>(a: T, b: T, field: usize): v128 {
  return v128.load64_lane(changetype<usize>(b) + field, v128.load64_zero(changetype<usize>(a) + field), 1);
}

/** Writes the parts of a pair that depend on its instants alone; returns the minutes since the epochs. */
@inline
export function openPair(pair: OrbitPair): v128 {
  const atA = pair.first.instant;
  const atB = pair.second.instant;
  const epochs = pick(pair.first.record, pair.second.record, offsetof<Satellite>('epochUs'));
  const t = div(sub(lanes(atA.tUs, atB.tUs), epochs), both(US_PER_MINUTE));
  pair.cosGmst = lanes(atA.cosGmst, atB.cosGmst);
  pair.sinGmst = lanes(atA.sinGmst, atB.sinGmst);
  return t;
}
