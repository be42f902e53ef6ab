import { covers } from '../../footprint/site';
import { fieldOf } from '../../math/lanes';
import { Site } from '../../records/bySite/site';
import { Position } from '../../records/sgp4/state';
import { Work } from '../../records/bySite/work';
import { OK } from '../../status';
import { positionAt } from '../../window';
import { nearPositions } from './ephemeris/nearPositions';

/**
 * Whether the satellite covers the site at epochs k (bit 0) and l (bit 1); outside the window the bit is arbitrary.
 * covers() compares two heights, and an error of the position moves neither by more than itself: the ephemeris decides
 * if they differ by more than twice the ephemeris's error, else the exact position.
 */
export function coveredPair(work: Work, k: i32, l: i32): u32 {
  const ephemeris = work.ephemeris;
  const site = work.site;
  const sine = work.satellite.sinMinElevation;
  const positions = work.positions;
  nearPositions(ephemeris, <f64>k, <f64>l, positions);
  const dx = f64x2.sub(v128.load(positions), fieldOf(site, offsetof<Site>('x')));
  const dy = f64x2.sub(v128.load(positions, 16), fieldOf(site, offsetof<Site>('y')));
  const dz = f64x2.sub(v128.load(positions, 32), fieldOf(site, offsetof<Site>('z')));
  const height = f64x2.add(
    f64x2.add(f64x2.mul(dx, fieldOf(site, offsetof<Site>('upX'))), f64x2.mul(dy, fieldOf(site, offsetof<Site>('upY')))),
    f64x2.mul(dz, fieldOf(site, offsetof<Site>('upZ'))),
  );
  const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
  const margin = f64x2.sub(height, f64x2.mul(f64x2.splat(sine), f64x2.sqrt(square)));
  const error = 2.0 * ephemeris.error;
  let covered = <u32>i64x2.bitmask(f64x2.gt(margin, f64x2.splat(error)));
  const doubtful = ~(covered | (<u32>i64x2.bitmask(f64x2.lt(margin, f64x2.splat(-error))))) & 3;
  if ((doubtful & 1) != 0 && coveredExactly(work, k)) covered |= 1;
  if ((doubtful & 2) != 0 && coveredExactly(work, l)) covered |= 2;
  return covered;
}

/** Whether the satellite covers the site at epoch k, by its exact position; false on failure or outside the window. */
export function coveredExactly(work: Work, k: i32): bool {
  const window = work.window;
  const record = work.satellite;
  if (k < 0 || <u32>k >= window.epochs) return false;
  const scratch = work.scratch;
  return positionAt(window, record, <u32>k, scratch) == OK && covers(work.site, scratch.state, record.sinMinElevation);
}
