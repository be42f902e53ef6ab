import { useMemo, useState } from 'preact/hooks';
import { SEPARATION_DEG } from '../../spec.js';
import { ChoiceButtons } from '../components/buttons.js';
import { Problem, Waiting } from '../components/problem.js';
import type { Order } from '../components/sorted.js';
import { pathThrough, type Site } from '../data/look.js';
import type { SkyQuestion } from '../data/question.js';
import type { Track } from '../data/track.js';
import type { Loaded } from '../loading/useLoaded.js';
import type { Pass } from '../place/week.js';
import { Link } from '../components/link.js';
import { BeamSelect } from '../satellites/selects.js';
import { useTheme } from '../theme.js';
import type { ChangeView, ViewState } from '../viewState.js';
import { EncounterTable } from './encounterTable.js';
import { encounteredIn, type Encounters, passAt } from './encounters.js';
import { type Interferer, operatorOf } from './interferer.js';
import { type InterfererKey, InterfererTable, OperatorTable } from './interfererTable.js';
import { beamView } from './scene.js';
import { SkyPlot } from './skyPlot.js';
import { SkyLegend, SkyTold } from './skyTold.js';
import { useSky } from './useSky.js';

interface SkyPanelProps {
  question: SkyQuestion;
  view: Pick<ViewState, 'beamDeg'>;
  change: ChangeView;
  /** Name of the tracked satellite. */
  name: string;
  placeName: string;
  site: Site;
  minElevationDeg: number;
  track: Track;
  timeMs: number;
  passes: readonly Pass[];
  encounters: Loaded<Encounters>;
  onTime: (ms: number) => void;
}

const VIEWS = [
  ['sky', 'Whole sky'],
  ['beam', 'Close-up'],
] as const;

const NOBODY: readonly Interferer[] = [];
/** Longest time in ms before and after the shown minute for which the path of a pass is drawn. */
const DRAWN_MS = 12 * 3_600_000;

/**
 * Path of a pass; of a long pass, only the part around the shown minute, or around its rise if it is not the current
 * one.
 */
function pathOf(track: Track, site: Site, pass: Pass | undefined, timeMs: number) {
  if (!pass) return [];
  const isIn = pass.aosMs <= timeMs && timeMs < pass.losMs;
  const aboutMs = isIn ? timeMs : pass.aosMs;
  return pathThrough(track, site, Math.max(pass.aosMs, aboutMs - DRAWN_MS), Math.min(pass.losMs, aboutMs + DRAWN_MS));
}

/** Sky over a place in one minute: the plot, and beside it lists of satellites. */
export function SkyPanel(props: SkyPanelProps) {
  const { question, view, change, name, placeName, site, minElevationDeg, track, timeMs, passes, onTime } = props;
  const theme = useTheme();
  const [kind, setKind] = useState<'sky' | 'beam'>('sky');
  const [list, setList] = useState<'interferers' | 'operators' | 'encounters'>('interferers');
  const [order, setOrder] = useState<Order<InterfererKey>>({ key: 'separation', descending: false });
  const [selected, setSelected] = useState<number>();
  const [operator, setOperator] = useState<string>();
  const { sky, skyMs, isCurrent, error, retry } = useSky(question, timeMs);
  const { value: encounters, isLoading } = props.encounters;
  /**
   * Beam to show if neither the user nor an answer gives one: undefined while the first answer loads, then the default.
   */
  const toldDeg = isLoading && !encounters ? undefined : SEPARATION_DEG.default;
  const beamDeg = view.beamDeg ?? encounters?.beamDeg ?? toldDeg;
  const pass = passAt(passes, skyMs);
  const path = useMemo(() => pathOf(track, site, pass, skyMs), [track, site, pass, skyMs]);
  const interferers = sky?.interferers ?? NOBODY;
  const tracked = sky?.tracked;
  const isUp = tracked !== undefined && tracked.elevationDeg > 0;
  const listed = operator === undefined ? interferers : interferers.filter((one) => operatorOf(one) === operator);
  const isKnown = encounters?.isDownlinkKnown === true;
  const encountered = isKnown && pass ? encounteredIn(encounters, pass) : undefined;
  const lists = [
    ['interferers', sky ? `In view ${listed.length}` : 'In view'],
    ['operators', sky ? `Operators ${new Set(interferers.map(operatorOf)).size}` : 'Operators'],
    ['encounters', encountered ? `This pass ${encountered.encounterCount}` : 'This pass'],
  ] as const;
  const scene = {
    view: kind === 'beam' && isUp ? beamView(tracked, beamDeg ?? SEPARATION_DEG.default) : ({ kind: 'sky' } as const),
    theme,
    minElevationDeg: sky?.minElevationDeg ?? minElevationDeg,
    name,
    tracked: isUp ? tracked : undefined,
    path,
    timeMs: skyMs,
    interferers,
    beamDeg: beamDeg ?? 0,
    selected,
    operator,
  };
  return (
    <section class="sky" aria-label={`Sky over ${placeName}`} aria-busy={!isCurrent}>
      <div class="sky-side">
        <ChoiceButtons label="Part of the sky" options={VIEWS} value={kind} onChoose={setKind} />
        <SkyPlot label={`Sky over ${placeName}, ${name}`} scene={scene} onSelect={setSelected} />
        <SkyLegend theme={theme} band={question.match === 'band'} kind={scene.view.kind} />
      </div>
      <div class="sky-lists">
        <div class="choices">
          <BeamSelect value={view.beamDeg} onChoose={(chosen) => change({ beamDeg: chosen }, { replace: true })} />
        </div>
        {error && <Problem error={error} retry={retry} />}
        {!sky && !error && <Waiting for="the sky" />}
        {sky && (
          <SkyTold
            sky={sky}
            name={name}
            timeMs={skyMs}
            match={question.match}
            beamDeg={beamDeg}
            next={pass && pass.aosMs > skyMs ? pass : undefined}
            onTime={onTime}
          />
        )}
        <div class="split">
          <ChoiceButtons label="What is listed" options={lists} value={list} onChoose={setList} />
          {operator !== undefined && (
            <button type="button" onClick={() => setOperator(undefined)}>
              Only {operator} ✕
            </button>
          )}
        </div>
        <div class="scroll sky-list" tabIndex={0} role="region" aria-label="Satellites in the sky">
          {list === 'interferers' && (
            <InterfererTable
              interferers={listed}
              order={order}
              onOrder={setOrder}
              beamDeg={beamDeg ?? 0}
              selected={selected}
              onSelect={setSelected}
            />
          )}
          {list === 'operators' && (
            <OperatorTable interferers={interferers} beamDeg={beamDeg ?? 0} chosen={operator} onChoose={setOperator} />
          )}
          {list === 'encounters' && question.stationId === undefined && (
            <p class="empty">
              Encounters are found for stations. <Link href="/stations">Make this place one</Link>.
            </p>
          )}
          {list === 'encounters' && isLoading && !encounters && <Waiting for="the encounters" />}
          {list === 'encounters' && encountered && (
            <EncounterTable
              pass={encountered}
              beamDeg={beamDeg ?? 0}
              timeMs={skyMs}
              onEncounter={(noradNumber, ms) => {
                setSelected(noradNumber);
                onTime(ms);
              }}
            />
          )}
        </div>
      </div>
    </section>
  );
}
