import { useMemo, useState } from 'preact/hooks';
import { SEPARATION_DEG } from '../../spec.js';
import { ChoiceButtons } from '../components/buttons.js';
import { Problem, Waiting } from '../components/problem.js';
import { Time } from '../components/time.js';
import { pathThrough } from '../data/look.js';
import type { Receiver } from '../data/receiver.js';
import type { Track } from '../data/track.js';
import { colocatedText, type Interferer, operatorOf, separationText } from '../data/interferer.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { SkyLegend } from './legends.js';
import { beamView, type SkyScene } from './scene.js';
import { SkyPlot } from './skyPlot.js';
import type { ShownSky } from './useSky.js';
import { skySentence, whenText } from './words.js';

const PARTS = [
  ['sky', 'Whole sky'],
  ['beam', 'Close-up'],
] as const;

const NOBODY: readonly Interferer[] = [];
/** Most satellites in the list beside the plot. */
const LISTED = 8;
/** Longest time in ms for which the path of a pass is drawn before and after the shown instant, or after the rise. */
const DRAWN_MS = 12 * 3_600_000;

interface NearListProps {
  interferers: readonly Interferer[];
  beamDeg: number;
  selected: number | undefined;
  onSelect: (noradNumber: number | undefined) => void;
}

/** Satellites that stand nearest to the tracked one. */
function NearList({ interferers, beamDeg, selected, onSelect }: NearListProps) {
  return (
    <table class="near">
      <caption class="hidden">Nearest other satellites</caption>
      <thead>
        <tr>
          <th scope="col">Nearest</th>
          <th scope="col" class="number" title="Angle to the tracked satellite, seen from here">
            Separation
          </th>
        </tr>
      </thead>
      <tbody>
        {interferers.slice(0, LISTED).map((one) => (
          <tr key={one.noradNumber} aria-current={one.noradNumber === selected ? 'true' : undefined}>
            <th scope="row">
              <button
                type="button"
                class="link"
                aria-pressed={one.noradNumber === selected}
                onClick={() => onSelect(one.noradNumber === selected ? undefined : one.noradNumber)}
              >
                {one.name}
              </button>
              {one.separationDeg < beamDeg && <span class="in-beam"> in your beam</span>}
              <span class="hint">{operatorOf(one)}</span>
            </th>
            <td class="number">{separationText(one.separationDeg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SkyStageProps {
  workspace: Workspace;
  receiver: Receiver;
  track: Track;
  shown: ShownSky;
  /** Undefined while the beam is not known. */
  beamDeg: number | undefined;
}

/** Sky over the receiver at the shown instant. */
export function SkyStage({ workspace, receiver, track, shown, beamDeg }: SkyStageProps) {
  const { view, satellite, pass, counting, show } = workspace;
  const { sky, skyMs, isCurrent, error, retry } = shown;
  const { name } = satellite.satellite;
  const [kind, setKind] = useState<'sky' | 'beam'>('sky');
  const [selected, setSelected] = useState<number>();
  const path = useMemo(() => {
    if (!pass) return [];
    // Of a pass of days, draws the part around the shown instant or, if that is outside the pass, around the rise.
    const aboutMs = pass.aosMs <= skyMs && skyMs < pass.losMs ? skyMs : pass.aosMs;
    const [fromMs, toMs] = [Math.max(pass.aosMs, aboutMs - DRAWN_MS), Math.min(pass.losMs, aboutMs + DRAWN_MS)];
    return pathThrough(track, receiver.site, fromMs, toMs);
  }, [track, receiver.site, pass, skyMs]);
  const interferers = sky?.interferers ?? NOBODY;
  const tracked = sky?.tracked && sky.tracked.elevationDeg > 0 ? sky.tracked : undefined;
  const scene: Omit<SkyScene, 'sizePx'> = {
    view: kind === 'beam' && tracked ? beamView(tracked, beamDeg ?? SEPARATION_DEG.default) : { kind: 'sky' },
    minElevationDeg: sky?.minElevationDeg ?? counting?.minElevationDeg ?? 0,
    name,
    tracked,
    path,
    timeMs: skyMs,
    interferers,
    beamDeg: beamDeg ?? 0,
    selected,
  };
  const told = { name, when: whenText(skyMs, Date.now()), band: view.band, match: view.match, receiver: receiver.name };
  const colocated = sky && colocatedText(sky.colocated);
  const next = sky?.isInView === false && pass && pass.aosMs > skyMs ? pass : undefined;
  return (
    <>
      <div class="picture sky" aria-busy={!isCurrent}>
        <SkyPlot label={`Sky over ${receiver.name}, ${name}`} scene={scene} onSelect={setSelected} />
      </div>
      <div class="beside">
        {error && <Problem error={error} retry={retry} />}
        {!sky && !error && <Waiting for="the sky" />}
        {sky && <p class="told">{skySentence(told, sky, beamDeg)}</p>}
        {next && (
          <button type="button" class="link" onClick={() => show(next)}>
            Go to its next pass, <Time ms={next.aosMs} />
          </button>
        )}
        {colocated !== undefined && (
          <p class="hint" title={sky?.colocated.join(', ')}>
            {colocated}
          </p>
        )}
        <ChoiceButtons label="Part of the sky" options={PARTS} value={kind} onChoose={setKind} />
        <SkyLegend isBand={view.match === 'band'} kind={scene.view.kind} />
        {interferers.length > 0 && (
          <NearList interferers={interferers} beamDeg={beamDeg ?? 0} selected={selected} onSelect={setSelected} />
        )}
      </div>
    </>
  );
}
