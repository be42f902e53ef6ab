import { durationText } from '../time.js';
import type { Encounters } from './encounters.js';

const SOURCES: Record<string, string> = { dish: ' by the dish', request: '', default: ', as no dish is known' };

/** What the marks under the days of a week mean, and how many there are. */
export function EncountersTold({ encounters: { passes, beamDeg, beamSource } }: { encounters: Encounters }) {
  const isWhole = passes.every(({ encounters, encounterCount }) => encounters.length === encounterCount);
  const count = passes.reduce((sum, { encounterCount }) => sum + encounterCount, 0);
  const seconds = passes.reduce((sum, { inBeamSeconds }) => sum + inBeamSeconds, 0);
  return (
    <p class="strip-legend hint small">
      Under each day: <span class="swatch met" aria-hidden="true" /> {count.toLocaleString('en')}{' '}
      {count === 1 ? 'encounter' : 'encounters'} within {Number(beamDeg.toFixed(2))}°{SOURCES[beamSource]},{' '}
      {durationText(seconds)} in the beam · <span class="swatch free" aria-hidden="true" /> longest clear stretch of
      each pass{!isWhole && ' · not all are marked: there are more than one answer tells'}
    </p>
  );
}
