import { EARTH_RATE, TWO_PI } from '../../constants';
import { fieldOf } from '../../math/lanes';
import { Cubic, NearEphemeris } from '../../records/bySite/nearEphemeris';
import { Site } from '../../records/bySite/site';
import { SHORT_EPOCHS } from './spans';

/** Sine of `turns` turns, to 4e-6; for the cosine, callers add a quarter of a turn. */
@inline
function sineOfTurns(turns: v128): v128 {
  // |x| <= 1/4 by reflection: sin(2 pi (1/2 - x)) = sin(2 pi x).
  const whole = f32x4.sub(turns, f32x4.nearest(turns));
  const sign = v128.and(whole, i32x4.splat(0x80000000));
  const size = v128.xor(whole, sign);
  const x = f32x4.min(size, f32x4.sub(f32x4.splat(0.5), size));
  const q = f32x4.mul(x, x);
  // Taylor's coefficients of sin(2 pi x) / x.
  let s = f32x4.add(f32x4.splat(-76.70586), f32x4.mul(q, f32x4.splat(42.058693)));
  s = f32x4.add(f32x4.splat(81.605249), f32x4.mul(q, s));
  s = f32x4.add(f32x4.splat(-41.341702), f32x4.mul(q, s));
  s = f32x4.mul(x, f32x4.add(f32x4.splat(6.2831853), f32x4.mul(q, s)));
  return v128.xor(s, sign);
}

/** Two f64 angles in turns, less their nearest whole turns, as f32 in the lower two lanes. */
@inline
function fraction(turns: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.sub(turns, f64x2.nearest(turns)));
}

/**
 * Angle of the satellite from the ascending node along its orbit, in turns, by the rough form. `d`: minutes from the
 * middle of the window, two lanes.
 */
@inline
function latitudeTurns(ephemeris: NearEphemeris, d: v128): v128 {
  let value = f64x2.add(
    fieldOf(ephemeris.coarseLatitude, offsetof<Cubic>('c2')),
    f64x2.mul(d, fieldOf(ephemeris.coarseLatitude, offsetof<Cubic>('c3'))),
  );
  value = f64x2.add(fieldOf(ephemeris.coarseLatitude, offsetof<Cubic>('c1')), f64x2.mul(d, value));
  return f64x2.add(fieldOf(ephemeris.coarseLatitude, offsetof<Cubic>('c0')), f64x2.mul(d, value));
}

/** Longitude of the site less that of the ascending node, by the rough form, in turns. `d`: as for latitudeTurns. */
@inline
function nodeTurns(ephemeris: NearEphemeris, site: Site, d: v128): v128 {
  const atMiddle = site.lon / TWO_PI - ephemeris.coarseNode0;
  return f64x2.sub(f64x2.splat(atMiddle), f64x2.mul(d, fieldOf(ephemeris, offsetof<NearEphemeris>('coarseNode1'))));
}

/** Cosine of the angle between the site and the ascending node. `turn`: the site's longitude less the node's, turns. */
@inline
function atNode(site: Site, turn: v128): v128 {
  return f32x4.mul(f32x4.splat(<f32>site.cosLat), sineOfTurns(f32x4.add(turn, f32x4.splat(0.25))));
}

/**
 * Cosine of the angle between the site and the point of the orbit's plane a quarter of a turn ahead of the ascending
 * node. `turn`: as for atNode.
 */
@inline
function aheadOfNode(ephemeris: NearEphemeris, site: Site, turn: v128): v128 {
  return f32x4.add(
    f32x4.splat(<f32>site.sinLat * <f32>ephemeris.sini),
    f32x4.mul(f32x4.splat(<f32>site.cosLat * <f32>ephemeris.cosi), sineOfTurns(turn)),
  );
}

/** Half of the longest range that risingIn takes, minutes: in half a range a satellite moves by less than 1/4 turn. */
export const MOST_HALF_MIN: f64 = 15.0;
/** Bound of the rate at which an orbit's plane turns over the site, turns/min. */
const PLANE_TURNS: f64 = (1.1 * EARTH_RATE) / TWO_PI;

/**
 * Mask of four ranges of time: a bit is set if the satellite may come near enough to cover the site in the range.
 * `middles`: four f64, the middles of the ranges in epochs; `halves`: four f32, half of the length of each, minutes, at
 * most MOST_HALF_MIN.
 *
 * During a range the satellite stays on an arc of its orbit around its position in the middle of the range. The orbit's
 * plane turns over the site by a bounded angle, which is added to coarseReach.
 */
export function risingIn(ephemeris: NearEphemeris, site: Site, middles: usize, halves: usize): u32 {
  const shift = f64x2.splat(ephemeris.middle);
  const d1 = f64x2.sub(v128.load(middles), shift);
  const d2 = f64x2.sub(v128.load(middles, 16), shift);
  const half = v128.load(halves);
  const u = join(fraction(latitudeTurns(ephemeris, d1)), fraction(latitudeTurns(ephemeris, d2)));
  const turn = join(fraction(nodeTurns(ephemeris, site, d1)), fraction(nodeTurns(ephemeris, site, d2)));
  const p = atNode(site, turn);
  const q = aheadOfNode(ephemeris, site, turn);
  const swing = f32x4.mul(half, f32x4.splat(<f32>(ephemeris.fastest / TWO_PI)));
  const from = f32x4.sub(u, swing);
  const to = f32x4.add(u, swing);
  const quarter = f32x4.splat(0.25);
  const sinFrom = sineOfTurns(from);
  const cosFrom = sineOfTurns(f32x4.add(from, quarter));
  const sinTo = sineOfTurns(to);
  const cosTo = sineOfTurns(f32x4.add(to, quarter));
  const atFrom = f32x4.add(f32x4.mul(p, cosFrom), f32x4.mul(q, sinFrom));
  const atTo = f32x4.add(f32x4.mul(p, cosTo), f32x4.mul(q, sinTo));
  // If the satellite comes nearer at the start of the arc and moves away at its end, the nearest point is on the arc.
  const passes = v128.and(
    f32x4.gt(f32x4.mul(q, cosFrom), f32x4.mul(p, sinFrom)),
    f32x4.lt(f32x4.mul(q, cosTo), f32x4.mul(p, sinTo)),
  );
  const nearest = f32x4.sqrt(f32x4.add(f32x4.mul(p, p), f32x4.mul(q, q)));
  const cosine = v128.bitselect(nearest, f32x4.max(atFrom, atTo), passes);
  const reach = f32x4.add(
    f32x4.splat(<f32>(ephemeris.coarseReach / TWO_PI)),
    f32x4.mul(half, f32x4.splat(<f32>PLANE_TURNS)),
  );
  const least = sineOfTurns(f32x4.sub(quarter, f32x4.min(reach, f32x4.splat(0.5))));
  return i32x4.bitmask(f32x4.ge(cosine, least));
}

/**
 * Mask of four pieces of needed epochs (spans.ts): a bit is set if the satellite may come near enough to cover the site
 * during the piece, judged by the rough forms in the middle of the piece. `spans`: four u32, first epoch | end << 16.
 */
export function anyNear(ephemeris: NearEphemeris, site: Site, spans: usize): u32 {
  if (!(ephemeris.coarseCosine >= -1.0)) return 15;
  const from = v128.load(spans);
  const first = v128.and(from, i32x4.splat(0xffff));
  const end = i32x4.shr_u(from, 16);
  // first + end is twice the middle, plus 1: `end` is the epoch behind the last.
  const sums = i32x4.add(first, end);
  const shift = f64x2.splat(0.5 + ephemeris.middle);
  const d1 = f64x2.sub(f64x2.mul(f64x2.splat(0.5), f64x2.convert_low_i32x4_u(sums)), shift);
  const upper = i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  const d2 = f64x2.sub(f64x2.mul(f64x2.splat(0.5), f64x2.convert_low_i32x4_u(upper)), shift);
  const u = join(fraction(latitudeTurns(ephemeris, d1)), fraction(latitudeTurns(ephemeris, d2)));
  const turn = join(fraction(nodeTurns(ephemeris, site, d1)), fraction(nodeTurns(ephemeris, site, d2)));
  const p = atNode(site, turn);
  const q = aheadOfNode(ephemeris, site, turn);
  const cosine = f32x4.add(f32x4.mul(p, sineOfTurns(f32x4.add(u, f32x4.splat(0.25)))), f32x4.mul(q, sineOfTurns(u)));
  const isShort = i32x4.le_s(i32x4.sub(end, first), i32x4.splat(SHORT_EPOCHS));
  const least = v128.bitselect(
    f32x4.splat(<f32>ephemeris.shortCosine),
    f32x4.splat(<f32>ephemeris.coarseCosine),
    isShort,
  );
  return i32x4.bitmask(f32x4.ge(cosine, least));
}

/** Joins the lower two lanes of both vectors. */
@inline
function join(low: v128, high: v128): v128 {
  return i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}
