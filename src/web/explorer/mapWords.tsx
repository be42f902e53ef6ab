import { useMemo } from 'preact/hooks';
import type { Magnitudes } from '../colours/scale.js';
import { type ThemeName, THEMES } from '../colours/theme.js';
import { rankText } from '../components/scaleLegend.js';
import type { EpochCells } from '../data/epochBlock.js';
import { type Place, placeLabel } from '../data/geodetic.js';
import { elevationsDeg } from '../data/look.js';
import type { FrequencyMatch } from '../data/question.js';
import { spanOf } from '../map/cells.js';
import { minuteKind, NOT_COUNTED, OUT_OF_VIEW, UNKNOWN } from '../place/week.js';
import type { OtherNames } from './useOthers.js';

/**
 * Text for the point under the pointer: the place, and the satellites that interfere there. It says "clear" only where
 * they are counted, and "no data" where nothing is known.
 */
export function hoverText(
  { value, ...place }: Place & { ipix: number; value: number | undefined },
  { position, minElevationDeg, isKnown }: { position: Float32Array; minElevationDeg: number; isKnown: boolean },
): string {
  const [elevation = Number.NaN] = elevationsDeg({ ...place, heightM: 0 }, position);
  const uncounted = elevation >= minElevationDeg ? NOT_COUNTED : OUT_OF_VIEW;
  const count = isKnown && !Number.isNaN(elevation) ? (value ?? uncounted) : UNKNOWN;
  const told = count > 0 ? `${count} in view` : minuteKind(count);
  const height = Number.isNaN(elevation) ? '' : ` · satellite at ${elevation.toFixed(0)}°`;
  return `${placeLabel(place, 1)} · cell ${place.ipix} · ${told}${height}`;
}

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

/** Sentence that explains the map to a first-time reader. */
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

/** Legend of the dots: operators of the other satellites by colour. */
export function OthersLegend({ names, theme }: { names: OtherNames; theme: ThemeName }) {
  const colours = THEMES[theme].others;
  const rest = colours.length - 1;
  return (
    <ul class="others-legend" aria-label="Dots: the other satellites by operator">
      <li>
        <strong>Dots</strong>
      </li>
      {names.operators.map(({ name, satellites }, index) =>
        satellites === 0 ? null : (
          <li key={name ?? ''}>
            <span class="dot" style={{ background: colours[name === null ? rest : index] }} aria-hidden="true" />
            {name ?? 'others'} <span class="hint">{satellites.toLocaleString('en')}</span>
          </li>
        ),
      )}
    </ul>
  );
}
