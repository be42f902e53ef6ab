import type { PageError } from '../data/client.js';
import { skyKey, type SkyQuestion } from '../data/question.js';
import { useLatest } from '../loading/useLatest.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import type { Encounters } from './encounters.js';
import type { Sky } from './interferer.js';
import { loadEncounters, loadSky } from './load.js';

const PAUSE_MS = 200;

/** Sky over a site at the shown instant. While that loads, the sky of the instant shown before. */
export function useSky(
  question: SkyQuestion,
  timeMs: number,
): { sky: Sky | undefined; skyMs: number; isCurrent: boolean; error: PageError | undefined; retry: () => void } {
  const load = (signal: AbortSignal) => loadSky(question, timeMs, signal);
  const { held, isCurrent, error, retry } = useLatest(skyKey(question), String(timeMs), load, PAUSE_MS);
  return { sky: held?.value, skyMs: Number(held?.key ?? timeMs), isCurrent, error, retry };
}

/** Encounters of a station's week; nothing is requested for a place that is not a station. */
export function useEncounters(question: SkyQuestion | undefined, beamDeg: number | undefined): Loaded<Encounters> {
  const asked = question?.stationId === undefined ? undefined : question;
  return useLoaded(
    asked && `encounters ${skyKey(asked)} ${beamDeg}`,
    asked && ((signal) => loadEncounters(asked, beamDeg, signal)),
  );
}
