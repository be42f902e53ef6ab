import { type Place, RAD_PER_DEG } from '../data/geodetic.js';
import { type InBeam, type OtherDots, tintOf } from '../map/others.js';
import type { Encounter } from '../data/encounters.js';

/** Catalogue numbers and operators of the other satellites, in the order of their positions. */
export interface OtherNames {
  /** Operators with the most satellites; the last entry has no name, and stands for all other operators. */
  operators: readonly { name: string | null; satellites: number }[];
  /** Index in `operators` of each satellite's operator. */
  of: readonly number[];
  norad_numbers: readonly number[];
}

export interface ShownOthers {
  dots: OtherDots;
  names: OtherNames | undefined;
}

const NOBODY: readonly InBeam[] = [];

/** Satellites of encounters with the places below them, as far as these are known. */
export function inBeamOf(
  met: readonly Pick<Encounter, 'noradNumber' | 'name'>[],
  others: ShownOthers | undefined,
): readonly InBeam[] {
  if (met.length === 0 || !others?.names) return NOBODY;
  const nameOf = new Map(met.map(({ noradNumber, name }) => [noradNumber, name]));
  const { places } = others.dots;
  return others.names.norad_numbers.flatMap((norad, i) => {
    const name = nameOf.get(norad);
    const [latDeg = Number.NaN, lonDeg = Number.NaN] = places.subarray(2 * i, 2 * i + 2);
    return name === undefined || Number.isNaN(latDeg) ? [] : [{ name, latDeg, lonDeg }];
  });
}

/** Indexes of the `count` dots nearest to a place, the nearest first, without dots that are switched off. */
export function nearestDots(dots: OtherDots, place: Place, count: number): number[] {
  const [sine, cosine] = [Math.sin(RAD_PER_DEG * place.latDeg), Math.cos(RAD_PER_DEG * place.latDeg)];
  const found: { index: number; closeness: number }[] = [];
  for (let index = 0; 2 * index < dots.places.length; index++) {
    const lat = RAD_PER_DEG * (dots.places[2 * index] as number);
    const east = RAD_PER_DEG * ((dots.places[2 * index + 1] as number) - place.lonDeg);
    // Cosine of the angle between both; NaN, for a satellite without a position, is never above another.
    const closeness = sine * Math.sin(lat) + cosine * Math.cos(lat) * Math.cos(east);
    if (!(closeness > (found[count - 1]?.closeness ?? -2)) || tintOf(dots, index) === undefined) continue;
    found.push({ index, closeness });
    found.sort((a, b) => b.closeness - a.closeness);
    if (found.length > count) found.pop();
  }
  return found.map(({ index }) => index);
}
