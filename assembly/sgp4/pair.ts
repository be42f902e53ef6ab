import { US_PER_MINUTE } from '../constants';
import { both, div, lanes, sub } from '../math/lanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { Satellite } from '../records/sgp4/satellite';

/** Loads a field (f64) of two records into two lanes; `field`: its offset in a record. */
@inline
export function pick<T>(a: T, b: T, field: usize): v128 {
  return v128.load64_lane(changetype<usize>(b) + field, v128.load64_zero(changetype<usize>(a) + field), 1);
}

/**
 * Writes cosine and sine of the sidereal time of a pair's instants to the pair. Returns, for each lane, the minutes
 * from the satellite's epoch to the instant.
 */
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
