import type { CatalogueSatelliteJson, TrackedSatelliteJson } from '../../http/schemas/satellites.js';

/** Line of SatelliteChooser's list. */
export interface Choice {
  satellite: Pick<CatalogueSatelliteJson, 'norad_number' | 'name' | 'orbital_class' | 'altitude_km'>;
  /** Undefined for a satellite that is not tracked yet. */
  trackedId: number | undefined;
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
  const text = typed.trim().toLowerCase();
  const foundNorads = new Set(found.map((satellite) => satellite.norad_number));
  const trackedNorads = new Set(tracked.map(({ satellite }) => satellite.norad_number));
  const isMatch = ({ name, norad_number: norad }: Choice['satellite']): boolean =>
    name.toLowerCase().includes(text) || String(norad).startsWith(text) || foundNorads.has(norad);
  const own = tracked.filter(({ satellite }) => isMatch(satellite));
  const others = found.filter((satellite) => !trackedNorads.has(satellite.norad_number));
  return [
    ...own.map(({ id, satellite }) => ({ satellite, trackedId: id })),
    ...others.map((satellite) => ({ satellite, trackedId: undefined })),
  ];
}
