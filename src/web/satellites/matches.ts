import type { CatalogueSatelliteJson, TrackedSatelliteJson } from '../../http/schemas/satellites.js';

/** Line of the chooser. */
export interface Choice {
  noradNumber: number;
  name: string;
  orbitalClass: string;
  altitudeKm: number;
  /** Undefined for a satellite that is not tracked yet. */
  trackedId: number | undefined;
}

type Described = Pick<CatalogueSatelliteJson, 'norad_number' | 'name' | 'orbital_class' | 'altitude_km'>;

function choiceOf(satellite: Described, trackedId: number | undefined): Choice {
  const { norad_number: noradNumber, name, orbital_class: orbitalClass, altitude_km: altitudeKm } = satellite;
  return { noradNumber, name, orbitalClass, altitudeKm, trackedId };
}

function isMatch(text: string, { name, noradNumber }: Choice): boolean {
  return name.toLowerCase().includes(text.toLowerCase()) || String(noradNumber).startsWith(text);
}

/**
 * Choices for a typed text: first the tracked satellites that match the text or are among those found in the catalogue,
 * then the others found there.
 *
 * @param found satellites that the catalogue's search has found for the text
 */
export function choicesOf(
  typed: string,
  tracked: readonly TrackedSatelliteJson[],
  found: readonly CatalogueSatelliteJson[],
): Choice[] {
  const isFound = new Set(found.map(({ norad_number: noradNumber }) => noradNumber));
  const own = tracked
    .map(({ id, satellite }) => choiceOf(satellite, id))
    .filter((choice) => isMatch(typed.trim(), choice) || isFound.has(choice.noradNumber));
  const held = new Set(tracked.map(({ satellite }) => satellite.norad_number));
  const others = found.filter(({ norad_number: noradNumber }) => !held.has(noradNumber));
  return [...own, ...others.map((satellite) => choiceOf(satellite, undefined))];
}
