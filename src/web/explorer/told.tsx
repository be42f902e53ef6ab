import { useMemo } from 'preact/hooks';
import { rankText } from '../components/scaleLegend.js';
import type { EpochCells } from '../data/epochBlock.js';
import { spanOf } from '../map/index.js';
import type { Magnitudes } from '../map/week.js';
import type { FrequencyMatch } from '../sky/question.js';

const SHARED: Record<FrequencyMatch, string> = {
  overlap: 'whose frequencies overlap with its own',
  band: 'that share a band with it',
};

interface ToldProps {
  /** Name of the satellite. */
  name: string;
  match: FrequencyMatch;
  cells: EpochCells | undefined;
  magnitudes: Magnitudes;
}

function countsText(low: number, high: number): string {
  if (high === 0) return 'no other satellites';
  return low === high ? `${high} other satellites` : `${low} to ${high} other satellites`;
}

/** What the map shows, in a sentence for those who see it for the first time. */
export function Told({ name, match, cells, magnitudes }: ToldProps) {
  const span = useMemo(() => cells && spanOf(cells), [cells]);
  if (!span) return <p class="told">Loading where {name} is in view…</p>;
  const { low, median, high } = span;
  const rank = rankText(magnitudes, median);
  return (
    <p class="told">
      Where <strong>{name}</strong> is in view now, so are <strong>{countsText(low, high)}</strong> {SHARED[match]}
      {high > 0 && rank !== '' && (
        <>
          : typically {median}, {rank}
        </>
      )}
      .
    </p>
  );
}
