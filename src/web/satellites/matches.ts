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

function isMatch(text: string, { name, noradNumber }: Choice): boolean {
  return name.toLowerCase().includes(text.toLowerCase()) || String(noradNumber).startsWith(text);
}

/** Matching tracked satellites, those that the catalogue's search finds among them, then those that are not tracked. */
export function choicesOf(
  typed: string,
  tracked: readonly TrackedSatelliteJson[],
  found: readonly CatalogueSatelliteJson[],
): Choice[] {
  const isFound = new Set(found.map(({ norad_number: noradNumber }) => noradNumber));
  const own = tracked
    .map(({ id, satellite }) => ({
      noradNumber: satellite.norad_number,
      name: satellite.name,
      orbitalClass: satellite.orbital_class,
      altitudeKm: satellite.altitude_km,
      trackedId: id,
    }))
    .filter((choice) => isMatch(typed.trim(), choice) || isFound.has(choice.noradNumber));
  const held = new Set(tracked.map(({ satellite }) => satellite.norad_number));
  const others = found
    .filter(({ norad_number: noradNumber }) => !held.has(noradNumber))
    .map((entry) => ({
      noradNumber: entry.norad_number,
      name: entry.name,
      orbitalClass: entry.orbital_class,
      altitudeKm: entry.altitude_km,
      trackedId: undefined,
    }));
  return [...own, ...others];
}
