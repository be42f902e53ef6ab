import { Arc } from '../../records/bySite/arc';
import { Work } from '../../records/bySite/work';
import { coveredExactly } from './decide';
import { ARC_EPOCHS, sum, weightsOf } from './ephemeris/deep';
import { spanEnd, spanFrom } from './spans';

/**
 * Counts the epochs of the work's spans at which a deep-space satellite covers the site. If possible, the four points
 * of an arc decide all its epochs at once.
 *
 * Let d be the vector from the site to a point, n the site's geodetic up and S the sine of the minimum elevation: the
 * site is covered from points with f(d) = n d - S |d| >= 0. An arc lies within the convex hull of its four points, and
 * f is concave: on the arc it is nowhere below the least of its values at the four points. With any unit vector e,
 * g(d) = n d - S (e d) is linear and nowhere below f: on the arc f is nowhere above the largest value of g at the four
 * points.
 */
export function countDeep(work: Work): void {
  const all = work.allSpans;
  for (let i: u32 = 0; i < all; i++) {
    const span = work.span(i);
    const end = spanEnd(span);
    for (let k = spanFrom(span); k < end;) {
      const next = min(end, (k / ARC_EPOCHS + 1) * ARC_EPOCHS);
      countArc(work, k, next);
      k = next;
    }
  }
}

/** Counts the epochs of [from, end), all of one arc, at which the satellite covers the site. */
function countArc(work: Work, from: u32, end: u32): void {
  const site = work.site;
  const first = (from / ARC_EPOCHS) * ARC_EPOCHS;
  const arc = changetype<Arc>(work.ephemerisAt + <usize>(from / ARC_EPOCHS) * offsetof<Arc>());
  const error = <f32>2.0 * arc.error;
  const sine = <f32>work.satellite.sinMinElevation;
  const x = f32x4.sub(arc.x, f32x4.splat(<f32>site.x));
  const y = f32x4.sub(arc.y, f32x4.splat(<f32>site.y));
  const z = f32x4.sub(arc.z, f32x4.splat(<f32>site.z));
  const height = f32x4.add(
    f32x4.add(f32x4.mul(x, f32x4.splat(<f32>site.upX)), f32x4.mul(y, f32x4.splat(<f32>site.upY))),
    f32x4.mul(z, f32x4.splat(<f32>site.upZ)),
  );
  let covered = false;
  let known = false;
  if (error < Infinity) {
    const ex = sum(x);
    const ey = sum(y);
    const ez = sum(z);
    const share = sine / Mathf.sqrt(ex * ex + ey * ey + ez * ez);
    const along = f32x4.add(
      f32x4.add(f32x4.mul(x, f32x4.splat(ex)), f32x4.mul(y, f32x4.splat(ey))),
      f32x4.mul(z, f32x4.splat(ez)),
    );
    const highest = f32x4.sub(height, f32x4.mul(along, f32x4.splat(share)));
    known = i32x4.all_true(f32x4.lt(highest, f32x4.splat(-error)));
    if (!known) {
      covered = i32x4.all_true(f32x4.gt(marginOf(height, x, y, z, sine), f32x4.splat(error)));
      known = covered;
    }
  }
  if (known && !covered) return;
  for (let k = from; k < end; k++) {
    if (!known) {
      let margin: f32 = 0.0;
      if (error < Infinity) {
        const weights = weightsOf(k - first);
        const dx = sum(f32x4.mul(weights, x));
        const dy = sum(f32x4.mul(weights, y));
        const dz = sum(f32x4.mul(weights, z));
        margin = sum(f32x4.mul(weights, height)) - sine * Mathf.sqrt(dx * dx + dy * dy + dz * dz);
      }
      covered = error < Infinity && Mathf.abs(margin) > error ? margin > 0.0 : coveredExactly(work, <i32>k);
    }
    if (!covered) continue;
    work.countAt(k);
  }
}

/** Height over the horizontal plane less the height that the minimum elevation needs, km; below 0 if not covered. */
@inline
function marginOf(height: v128, x: v128, y: v128, z: v128, sine: f32): v128 {
  const square = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  return f32x4.sub(height, f32x4.mul(f32x4.splat(sine), f32x4.sqrt(square)));
}
