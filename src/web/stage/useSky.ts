import { skyKey } from '../data/question.js';
import { useLatest } from '../loading/useLatest.js';
import { loadSky } from '../data/loadSky.js';
import type { Workspace } from '../workspace/useWorkspace.js';

const PAUSE_MS = 200;

export type ShownSky = ReturnType<typeof useSky>;

/**
 * Sky over the receiver at the shown instant or, while that sky loads, at the instant shown before. `skyMs` is the
 * instant of `sky`, which is undefined until one has come. Nothing is requested unless `isWanted`.
 */
export function useSky({ question, receiver, timeMs }: Workspace, isWanted: boolean) {
  const asked = isWanted ? question : undefined;
  const { held, isCurrent, error, retry } = useLatest(
    question ? `${skyKey(question)} ${receiver?.version}` : '',
    asked && String(timeMs),
    async (key, signal) => asked && loadSky(asked, Number(key), signal),
    PAUSE_MS,
  );
  return { sky: held?.value, skyMs: Number(held?.key ?? timeMs), isCurrent, error, retry };
}
