import { Work } from '../../records/bySite/work';
import { coveredExactly } from './decide';
import { AT_ONCE, planeBytes } from './ephemeris/table';
import { spanEnd, spanFrom } from './spans';

/**
 * Bound of the error of countFour's margin, km: f32 rounds coordinates below 65,536 km to 4 m, and the arithmetic with
 * them adds a few times that.
 */
const ERROR_KM: f32 = 0.05;

/**
 * Counts the epochs of the work's spans at which the satellite covers the site, by the satellite's table of positions.
 */
export function countTable(work: Work): void {
  const all = work.allSpans;
  for (let i: u32 = 0; i < all; i++) {
    const span = work.span(i);
    const end = spanEnd(span);
    for (let k = spanFrom(span); k < end; k = (k | (AT_ONCE - 1)) + 1) {
      const last = min(end - 1, k | (AT_ONCE - 1));
      countFour(work, k, last);
    }
  }
}

/**
 * Counts the epochs from `first` to `last`, which one vector of the table holds, at which the satellite covers the
 * site.
 */
@inline
function countFour(work: Work, first: u32, last: u32): void {
  const site = work.site;
  const plane = <usize>planeBytes(work.window.epochs);
  const base = first & ~(AT_ONCE - 1);
  const at = work.ephemerisAt + ((<usize>base) << 2);
  const x = f32x4.sub(v128.load(at), f32x4.splat(<f32>site.x));
  const y = f32x4.sub(v128.load(at + plane), f32x4.splat(<f32>site.y));
  const z = f32x4.sub(v128.load(at + 2 * plane), f32x4.splat(<f32>site.z));
  const height = f32x4.add(
    f32x4.add(f32x4.mul(x, f32x4.splat(<f32>site.upX)), f32x4.mul(y, f32x4.splat(<f32>site.upY))),
    f32x4.mul(z, f32x4.splat(<f32>site.upZ)),
  );
  const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const sine = f32x4.splat(<f32>work.satellite.sinMinElevation);
  const margin = f32x4.sub(height, f32x4.mul(sine, f32x4.sqrt(square)));
  const possible = i32x4.bitmask(f32x4.gt(margin, f32x4.splat(-ERROR_KM)));
  if (possible == 0) return;
  const certain = i32x4.bitmask(f32x4.gt(margin, f32x4.splat(ERROR_KM)));
  for (let k = first; k <= last; k++) {
    const bit = 1 << (k - base);
    if ((possible & bit) == 0) continue;
    if ((certain & bit) == 0 && !coveredExactly(work, <i32>k)) continue;
    work.countAt(k);
  }
}
