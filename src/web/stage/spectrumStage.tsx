import { useMemo } from 'preact/hooks';
import { Problem, Waiting } from '../components/problem.js';
import { colocatedText, type Stretch } from '../data/interferer.js';
import type { SkyQuestion } from '../data/question.js';
import type { Receiver } from '../data/receiver.js';
import type { Flown } from '../satellites/useChosen.js';
import { useOwn } from '../satellites/useOwn.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { frequencyTicks, type SharedStretch, type SpectrumBand, spectrumOf, stretchesText } from './spectrum.js';
import type { ShownSky } from './useSky.js';
import { skySentence, whenText } from './words.js';

const NONE: readonly never[] = [];
/** Width of the drawing in its own units, and the least width of a bar in them. */
const WIDTH = 1000;
const LEAST = 6;
/** Width of the browser's window below which an axis has room for two numbers. */
const NARROW_PX = 640;

/** Fraction of an axis, 0 to 1, at which a frequency stands. */
function partOf({ lowHz, highHz }: SpectrumBand['axis'], hz: number): number {
  return Math.min(1, Math.max(0, (hz - lowHz) / (highHz - lowHz)));
}

/** Stretches of one row as bars. */
function Bars({ axis, of }: { axis: SpectrumBand['axis']; of: readonly (Stretch & Partial<SharedStretch>)[] }) {
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      {of.map((one) => {
        const x = Math.min(WIDTH - LEAST, WIDTH * partOf(axis, one.lowHz));
        const width = Math.max(LEAST, WIDTH * partOf(axis, one.highHz) - x);
        const look =
          one.isInBeam === undefined ? 'own' : one.isInBeam ? 'in-beam' : one.isAssumed ? 'assumed' : 'shared';
        return (
          <rect key={`${one.lowHz} ${one.highHz} ${one.source}`} class={look} x={x} y={0} width={width} height={10} />
        );
      })}
    </svg>
  );
}

/** Frequencies of the satellite in one band, and those that others share with it, a row each. */
function BandTable({ band, satellite }: { band: SpectrumBand; satellite: string }) {
  const { axis, own, rows } = band;
  const { unit, ticks } = frequencyTicks(axis, innerWidth < NARROW_PX ? 2 : 4);
  return (
    <table class="spectrum">
      <caption>
        {band.name} band <span class="hint">in {unit}</span>
      </caption>
      <thead aria-hidden="true">
        <tr>
          <td />
          <td class="axis">
            <div>
              {ticks.map(({ hz, text }) => (
                <span key={hz} style={{ left: `${100 * partOf(axis, hz)}%` }}>
                  {text}
                </span>
              ))}
            </div>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {satellite} <span class="hint">{stretchesText(own)}</span>
          </th>
          <td>
            <Bars axis={axis} of={own} />
          </td>
        </tr>
        {rows.map(({ name, satellites, inBeam, stretches }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {satellites > 1 && ` (${satellites})`} <span class="hint">{stretchesText(stretches)}</span>
              {inBeam > 0 && <span class="in-beam"> {satellites > 1 ? `${inBeam} in your beam` : 'in your beam'}</span>}
            </th>
            <td>
              <Bars axis={axis} of={stretches} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Style classes of the bars, and their meanings; undefined stands for the name of the satellite. */
const KEYS = [
  ['own', undefined],
  ['shared', 'shared with it'],
  ['in-beam', 'by one in your beam'],
  ['assumed', 'width assumed'],
] as const;

interface SpectrumStageProps {
  workspace: Workspace;
  receiver: Receiver;
  question: SkyQuestion;
  flown: Flown;
  shown: ShownSky;
  /** Undefined while the beam is not known. */
  beamDeg: number | undefined;
}

/** Frequencies of the satellite, and those that satellites in view share with it. */
export function SpectrumStage({ workspace, receiver, question, flown, shown, beamDeg }: SpectrumStageProps) {
  const { view, satellite, timeMs } = workspace;
  const { sky, skyMs, isCurrent, error, retry } = shown;
  const { name } = satellite.satellite;
  const own = useOwn(question, timeMs);
  // The tables appear only when all rows are known, so that no row moves below the pointer.
  const isComplete = sky !== undefined && (own.value !== undefined || own.error !== undefined);
  const bands = useMemo(() => {
    if (!isComplete) return NONE;
    const asked = flown.bands.frequency_bands.filter((one) => view.band === 'all' || one.name === view.band);
    return spectrumOf(asked, own.value ?? NONE, sky.interferers, beamDeg ?? 0);
  }, [flown.bands, view.band, own.value, sky, isComplete, beamDeg]);
  const told = { name, when: whenText(skyMs, Date.now()), band: view.band, match: view.match, receiver: receiver.name };
  const colocated = sky && colocatedText(sky.colocated);
  return (
    <>
      <div class="picture bands" aria-busy={!isCurrent}>
        {!isComplete && !error && <Waiting for="the spectrum" />}
        {bands.map((band) => (
          <BandTable key={band.name} band={band} satellite={name} />
        ))}
      </div>
      <div class="beside">
        {error && <Problem error={error} retry={retry} />}
        {own.error && !own.value && <Problem error={own.error} retry={own.reload} />}
        {sky && <p class="told">{skySentence(told, sky, beamDeg)}</p>}
        {colocated !== undefined && <p class="hint">{colocated}</p>}
        <p class="bar-legend">
          {KEYS.map(([look, text]) => (
            <span key={look}>
              <i class={look} aria-hidden="true" /> {text ?? name}
            </span>
          ))}
        </p>
        <p class="hint">
          Frequencies that satellites in view share with {name}. Those of the built-in table are wider than what is sent
          at a time.
        </p>
      </div>
    </>
  );
}
