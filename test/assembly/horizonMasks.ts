import fc from 'fast-check';
import type { HorizonMask } from '../../src/core/horizonMask.js';
import type { Place } from '../../src/core/records/seriesRecord.js';
import type { Vector } from '../helpers/geometry.js';
import type { Look } from './looker.js';

const RAD = Math.PI / 180;

const elevationDeg = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 30, noNaN: true }),
  fc.double({ min: 0, max: 89.9, noNaN: true }),
);

/** Random horizon masks with hills, cliffs and slits. */
const ridges: fc.Arbitrary<HorizonMask> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(0.01, 0.1, 1, 1, 5), elevationDeg), { minLength: 12, maxLength: 72 }),
    fc.constantFrom(0, 0.01, 1),
  )
  .map(([points, first]) => {
    const whole = points.reduce<number>((sum, [gap]) => sum + gap, first);
    let at: number = first;
    return points.map(([gap, elevation]) => {
      const point = [(360 * at) / whole, elevation] as const;
      at += gap;
      return point;
    });
  });

/** Horizon masks of towers all round, every 15 degrees; in some masks a tower hides north. */
const towers: fc.Arbitrary<HorizonMask> = fc
  .tuple(fc.constantFrom(0.3, 1, 4), fc.constantFrom(20, 50, 85), fc.double({ min: 0, max: 15, noNaN: true }))
  .map(([width, elevation, turn]) => {
    const points = Array.from({ length: 24 }, (_, i) =>
      [-0.5, 0, 0.5].map((off) => [(360 + 15 * i + turn + off * width) % 360, off === 0 ? elevation : 0] as const),
    );
    return points.flat().sort(([a], [b]) => a - b);
  });

/** Random horizon masks. */
export const masks = fc.oneof(ridges, towers);

/** Mask of one elevation. */
export const flat = (elevation: number): HorizonMask => Array.from({ length: 12 }, (_, i) => [30 * i, elevation]);

/**
 * Slow twin: returns a function that gives a mask's elevation in degrees at an azimuth, from the points of three turns.
 */
function elevationsOf(mask: HorizonMask): (azimuthDeg: number) => number {
  const turns = [-360, 0, 360].flatMap((turn) =>
    mask.map(([azimuth, elevation]) => [azimuth + turn, elevation] as const),
  );
  return (azimuthDeg) => {
    const after = turns.findIndex(([azimuth]) => azimuth > azimuthDeg);
    const [from, low] = turns[after - 1] as HorizonMask[number];
    const [to, high] = turns[after] as HorizonMask[number];
    return low + ((azimuthDeg - from) / (to - from)) * (high - low);
  };
}

/** Azimuth of a direction from a place, 0 to 360 degrees from north over east. */
function azimuthOf([x, y, z]: Vector, { latDeg, lonDeg }: Place): number {
  const [lat, lon] = [latDeg * RAD, lonDeg * RAD];
  const east = y * Math.cos(lon) - x * Math.sin(lon);
  const north = z * Math.cos(lat) - (x * Math.cos(lon) + y * Math.sin(lon)) * Math.sin(lat);
  return (Math.atan2(east, north) / RAD + 360) % 360;
}

/**
 * Returns a function that tells how many degrees a satellite stands above the place's horizon mask or the minimum
 * elevation, whichever is higher; NaN if the satellite cannot be propagated.
 */
export function heightsOver(place: Place, minElevationDeg: number): (found: ReturnType<Look>) => number {
  const limit = place.horizonMask === undefined ? () => 0 : elevationsOf(place.horizonMask);
  return (found) => {
    if (found === undefined) return NaN;
    return found.elevationDeg - Math.max(limit(azimuthOf(found.direction, place)), minElevationDeg);
  };
}

/** Stretch of time in microseconds. */
type Stretch = readonly [fromUs: number, toUs: number];

/** Microseconds of the longest part of a stretch that lies in none of `others`, which must be in order. */
export function longestOutside(stretches: readonly Stretch[], others: readonly Stretch[]): number {
  let longest = 0;
  for (const [fromUs, toUs] of stretches) {
    let at = fromUs;
    for (const [from, to] of others.filter((other) => other[1] > fromUs && other[0] < toUs)) {
      longest = Math.max(longest, from - at);
      at = to;
    }
    longest = Math.max(longest, toUs - at);
  }
  return longest;
}
