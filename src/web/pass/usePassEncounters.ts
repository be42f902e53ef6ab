import { useMemo } from 'preact/hooks';
import { SEPARATION_DEG } from '../../spec.js';
import type { SkyQuestion } from '../data/question.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import { useSettled } from '../loading/useSettled.js';
import type { ListedPass } from '../passes/listing.js';
import type { EncounteredPass } from '../data/encounters.js';
import { encountersQuery, loadEncounters } from '../data/loadSky.js';
import { passIn, type Stretch } from './stretch.js';

/** Time in ms after which a shown pass's encounters are loaded; longer while playing, which goes from pass to pass. */
const [REST_MS, PLAYING_MS] = [150, 2_000];

interface Asked {
  question: SkyQuestion;
  pass: ListedPass;
  stretch: Stretch;
}

/** Largest separation in degrees that the chart of a pass shows: twice its beam, at most SEPARATION_DEG.high. */
export function topDegOf({ beam }: Pick<ListedPass, 'beam'>): number {
  return Math.min(2 * beam.deg, SEPARATION_DEG.high);
}

/**
 * Encounters in a stretch of a pass: `met` those in its beam, `around` those within topDegOf. Nothing is requested if
 * no downlink is known, because nobody is found then.
 */
export function usePassEncounters(
  question: SkyQuestion | undefined,
  pass: ListedPass,
  stretch: Stretch,
  isPlaying: boolean,
): { met: Loaded<EncounteredPass>; around: EncounteredPass | undefined } {
  const asked = useMemo(
    () => (question && pass.isDownlinkKnown ? { question, pass, stretch } : undefined),
    [question, pass, stretch],
  );
  const settled = useSettled(asked, isPlaying ? PLAYING_MS : REST_MS);
  const met = useWithin(settled, ({ beam }) => beam.deg);
  const around = useWithin(settled, topDegOf);
  if (settled === asked) return { met, around: around.value };
  // The loaded encounters are those of the stretch that was shown before.
  return { met: { value: undefined, error: undefined, isLoading: true, reload: met.reload }, around: undefined };
}

const NOBODY: EncounteredPass = { aosMs: 0, losMs: 0, encounterCount: 0, encounters: [] };

function useWithin(asked: Asked | undefined, degOf: (pass: ListedPass) => number): Loaded<EncounteredPass> {
  const wanted = asked && { ...asked.question, ...asked.stretch, withinDeg: degOf(asked.pass) };
  const key = wanted && `${wanted.window} ${asked.pass.receiver.version} ${JSON.stringify(encountersQuery(wanted))}`;
  const load = async (signal: AbortSignal): Promise<EncounteredPass> =>
    (wanted && passIn(await loadEncounters(wanted, signal), wanted)) ?? NOBODY;
  return useLoaded(key, load);
}
