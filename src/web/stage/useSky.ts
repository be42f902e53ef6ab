import type { PageError } from '../data/client.js';
import { skyKey } from '../data/question.js';
import { useLatest } from '../loading/useLatest.js';
import type { Sky } from '../data/interferer.js';
import { loadSky } from '../data/loadSky.js';
import type { Workspace } from '../workspace/useWorkspace.js';

const PAUSE_MS = 200;

export interface ShownSky {
  /** Sky of the shown instant or, while it loads, of the one shown before; undefined without any. */
  sky: Sky | undefined;
  /** Instant of that sky. */
  skyMs: number;
  isCurrent: boolean;
  error: PageError | undefined;
  retry: () => void;
}

/** Sky over the receiver at the shown instant; nothing is requested unless it is wanted. */
export function useSky({ question, receiver, timeMs }: Workspace, isWanted: boolean): ShownSky {
  const asked = isWanted ? question : undefined;
  const { held, isCurrent, error, retry } = useLatest(
    question ? `${skyKey(question)} ${receiver?.version}` : '',
    asked && String(timeMs),
    async (key, signal) => asked && loadSky(asked, Number(key), signal),
    PAUSE_MS,
  );
  return { sky: held?.value, skyMs: Number(held?.key ?? timeMs), isCurrent, error, retry };
}
