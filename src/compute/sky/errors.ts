import type { ErrorLaw, ErrorLaws } from '../../catalogue/errors/law.js';
import type { Encounter } from '../../core/encounters.js';
import type { ListedSatellite } from '../../memory/loadedWindow.js';
import { DAY_MS } from '../../spec.js';
import type { AnalysisWindow } from '../query.js';
import { beamProbability, type Likelihood, likelihoodOf } from './likelihood.js';

const US_PER_DAY = DAY_MS * 1000;

/** An encounter with the catalogue number of the other satellite. */
type Met = Encounter & { norad: number };

/** Tells how sure the encounters of one tracked satellite are. */
export interface EncounterErrors {
  /** Law of the other satellite's errors. */
  lawOf(it: Pick<Met, 'norad'>): ErrorLaw;
  likelihood(it: Met, beamDeg: number): Likelihood;
  /**
   * Probability that no satellite of `near` comes into the beam. All of them are predicted to pass by outside of it;
   * their errors are taken as independent.
   */
  clearProbability(near: Iterable<Met>, beamDeg: number): number;
}

/** Takes the errors of a window's satellites from laws, by the ages of the element sets that the window has frozen. */
export function encounterErrors(
  window: Pick<AnalysisWindow, 'id' | 'satellite'>,
  laws: ErrorLaws,
  norad: number,
): EncounterErrors {
  const listed = (number: number): ListedSatellite => {
    const one = window.satellite(number);
    if (one === undefined) throw new Error(`satellite ${number} is not in window ${window.id}`);
    return one;
  };
  const kmAt = (one: ListedSatellite, tUs: number) => laws.of(one).quantilesKm((tUs - one.elsetEpochUs) / US_PER_DAY);
  const tracked = listed(norad);
  const errorsOf = (it: Met) => ({
    tracked: kmAt(tracked, it.closestUs),
    other: kmAt(listed(it.norad), it.closestUs),
  });
  return {
    lawOf: (it) => laws.of(listed(it.norad)),
    likelihood: (it, beamDeg) => likelihoodOf(it, beamDeg, errorsOf(it)),
    clearProbability(near, beamDeg) {
      let clear = 1;
      for (const it of near) clear *= 1 - beamProbability(it, beamDeg, errorsOf(it));
      return clear;
    },
  };
}
