import { useMemo } from 'preact/hooks';
import { askJson, pathWith } from '../data/client.js';
import type { EpochCells } from '../data/epochBlock.js';
import { matchedKey, matchedQuery, type MatchedSatellite } from '../data/matched.js';
import { useLoaded, valueOf } from '../data/useLoaded.js';
import { type Magnitudes, scaleOfWeek } from '../map/week.js';
import { spanOf } from '../map/index.js';
import type { Scale } from '../map/scale.js';

const NONE: Magnitudes = [];

interface WeekScale {
  /** Scale of all minutes of the week, so that their colours can be compared. */
  scale: Scale;
  /** Empty until they are known. */
  magnitudes: Magnitudes;
}

/** Scale of a satellite's week, by a sample; until that has come, or without it, of what is shown. */
export function useWeekScale(asked: MatchedSatellite, cells: EpochCells | undefined): WeekScale {
  const { window } = asked;
  // What is looked at comes first.
  const key = cells ? `magnitudes ${matchedKey(asked)}` : undefined;
  const { loaded } = useLoaded(key, (signal) =>
    askJson<{ counts: Magnitudes }>(pathWith('/page/magnitudes', matchedQuery(asked)), { signal, window }),
  );
  const magnitudes = valueOf(loaded)?.counts ?? NONE;
  const shown = useMemo(
    () => (cells && magnitudes.length === 0 ? spanOf(cells)?.high : undefined),
    [cells, magnitudes],
  );
  const { from, to } = scaleOfWeek(magnitudes, shown);
  return { scale: useMemo(() => ({ from, to }), [from, to]), magnitudes };
}
