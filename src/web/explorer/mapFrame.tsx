import { useMemo, useState } from 'preact/hooks';
import type { Magnitudes, Scale } from '../colours/scale.js';
import { ScaleLegend } from '../components/scaleLegend.js';
import { Time } from '../components/time.js';
import type { EpochCells } from '../data/epochBlock.js';
import type { FrequencyMatch } from '../data/question.js';
import type { HoveredPlace } from '../map/map.js';
import type { InBeam } from '../paint/paintOthers.js';
import { type Encounters, encountersAt } from '../sky/encounters.js';
import { useTheme } from '../theme.js';
import { zoneName } from '../time.js';
import { MapPanel, type MapPanelProps } from './mapPanel.js';
import { hoverText, OthersLegend, Told } from './mapWords.js';
import type { ShownOthers } from './useOthers.js';

interface MapFrameProps extends Omit<MapPanelProps, 'label' | 'data' | 'others' | 'inBeam' | 'onHover'> {
  /** Name of the satellite. */
  name: string;
  band: string;
  match: FrequencyMatch;
  cells: EpochCells | undefined;
  scale: Scale;
  magnitudes: Magnitudes;
  others: ShownOthers | undefined;
  encounters: Encounters | undefined;
  /** Latitude, longitude and height of the satellite in the shown minute. */
  position: Float32Array;
  timeMs: number;
  minElevationDeg: number;
  /** Whether the satellite is known to transmit in the band. */
  isKnown: boolean;
  hidden: boolean;
  /** Whether the cells belong to another minute. */
  isStale: boolean;
}

const NOBODY: readonly InBeam[] = [];

/** Satellites in the station's beam during a minute, with the places below them. */
function inBeamAt(
  encounters: Encounters | undefined,
  timeMs: number,
  others: ShownOthers | undefined,
): readonly InBeam[] {
  if (!encounters || !others?.names) return NOBODY;
  const { dots, names } = others;
  const met = new Map(encountersAt(encounters, timeMs).map(({ noradNumber, name }) => [noradNumber, name]));
  if (met.size === 0) return NOBODY;
  return names.norad_numbers.flatMap((norad, i) => {
    const name = met.get(norad);
    const [latDeg = Number.NaN, lonDeg = Number.NaN] = dots.places.subarray(2 * i, 2 * i + 2);
    return name === undefined || Number.isNaN(latDeg) ? [] : [{ name, latDeg, lonDeg }];
  });
}

/** Map of one minute, with a sentence that says what it shows, and its legends. */
export function MapFrame(props: MapFrameProps) {
  const { name, band, match, scale, magnitudes, others, encounters, position, timeMs } = props;
  const { cells, minElevationDeg, isKnown, hidden, isStale, ...map } = props;
  const theme = useTheme();
  const [hovered, setHovered] = useState<HoveredPlace>();
  const inBeam = useMemo(() => inBeamAt(encounters, timeMs, others), [encounters, timeMs, others]);
  return (
    <div class={`map-frame ${isStale ? 'stale' : ''}`} hidden={hidden}>
      {isKnown && <Told name={name} match={match} cells={cells} magnitudes={magnitudes} />}
      <MapPanel
        {...map}
        label={`Map of ${name}`}
        data={cells}
        others={others?.dots}
        inBeam={inBeam}
        onHover={setHovered}
      />
      <div class="map-legends">
        <ScaleLegend scale={scale} match={match} magnitudes={magnitudes} value={hovered?.value} />
        {others?.names && <OthersLegend names={others.names} theme={theme} />}
      </div>
      <p class="hovered">{hovered && hoverText(hovered, { position, minElevationDeg, isKnown })}</p>
      {Number.isNaN(position[0]) && (
        <p class="over-map">
          <Time ms={timeMs} /> {zoneName()}: no data, the satellite cannot be propagated to this minute.
        </p>
      )}
      {!isKnown && (
        <p class="over-map">
          No downlink of {name} is known{band !== 'all' && ` in band ${band}`}, so nothing can be said about
          interference with it.
        </p>
      )}
    </div>
  );
}
