import { useCallback, useMemo, useState } from 'preact/hooks';
import { Pending, Waiting } from '../components/problem.js';
import { Time } from '../components/time.js';
import type { ListedPass } from '../passes/listing.js';
import { zoneName } from '../time.js';
import { useOwn } from '../satellites/useOwn.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { EncounterTable } from './encounterTable.js';
import { linesOf } from './lines.js';
import { PassButtons } from './passButtons.js';
import { PassChart } from './passChart.js';
import { PassHead } from './passHead.js';
import { readMhz } from './pointing.js';
import { PointingTable } from './pointingTable.js';
import { SatelliteFacts } from './satelliteFacts.js';
import { stretchOf } from './stretch.js';
import { topDegOf, usePassEncounters } from './usePassEncounters.js';

/** Message in place of a pass. */
function NoPass({ workspace: { satellite, receiver, receivers, listing } }: { workspace: Workspace }) {
  const isListed = receivers.some(({ key }) => key === receiver?.key);
  const told = (): string => {
    if (!receiver) return 'Choose a station or a place to see passes over it.';
    if (!isListed) return `Passes over ${receiver.name} are not listed: choose it in the bar.`;
    if (listing.error) return 'The passes could not be loaded.';
    return `${satellite.satellite.name} does not rise above its minimum elevation over ${receiver.name} in this week.`;
  };
  return (
    <section class="pass" aria-label="Pass">
      {isListed && !listing.done ? <Waiting for="the passes" /> : <p class="empty">{told()}</p>}
    </section>
  );
}

/** Most rows of encounters for which room is kept while they load. */
const MOST_ROWS = 50;
const NO_LINES: readonly never[] = [];

/** Pass of the satellite over the receiver: its times, its chart, and who comes into the beam in it. */
function ShownPass({ workspace, pass, onSky }: { workspace: Workspace; pass: ListedPass; onSky: () => void }) {
  const { change, satellite, flown, question, timeMs, goTo, passes, show, play } = workspace;
  const { name } = satellite.satellite;
  const { fromMs, toMs } = stretchOf(pass, timeMs);
  const stretch = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs]);
  const isPart = fromMs > pass.aosMs || toMs < pass.losMs;
  const { met, around } = usePassEncounters(question, pass, stretch, play.playing);
  const { value: found, isLoading } = met;
  const topDeg = topDegOf(pass);
  const inBeam = useMemo(() => found && linesOf(found, pass.beam.deg), [found, pass]);
  const near = useMemo(() => (around ? linesOf(around, topDeg, inBeam) : NO_LINES), [around, topDeg, inBeam]);
  const [typedMhz, setTyped] = useState<string>();
  const carrier = useOwn(question, timeMs).value?.[0];
  const mhz = typedMhz ?? (carrier ? String((carrier.lowHz + carrier.highHz) / 2e6) : '');
  const look = (ms: number) => {
    play.stop();
    goTo(ms);
  };
  const onEncounter = useCallback(
    (ms: number) => {
      look(ms);
      change({ stage: 'sky' });
      onSky();
    },
    [goTo, change],
  );
  // The table is memoized: playing does not render it again.
  const table = useMemo(
    () =>
      found && found.encounterCount > 0 && <EncounterTable encounters={found.encounters} onEncounter={onEncounter} />,
    [found, onEncounter],
  );
  const left = found ? found.encounterCount - found.encounters.length : 0;
  return (
    <section class="pass" aria-labelledby="pass-name">
      <PassHead
        name={name}
        pass={pass}
        passes={passes}
        clearProbability={isPart ? undefined : found?.clearProbability}
        show={show}
      />
      <PassButtons
        workspace={workspace}
        pass={pass}
        stretch={stretch}
        isPart={isPart}
        encounters={found?.encounters}
        carrierHz={readMhz(mhz)}
      />
      {isPart && (
        <p class="hint">
          Six hours of this long pass, from <Time ms={fromMs} /> {zoneName(fromMs)}:
        </p>
      )}
      {flown && (
        <PassChart
          label={`Pass of ${name} over ${pass.receiver.name}: elevation, and separations of others`}
          pass={pass}
          stretch={stretch}
          track={flown.track}
          met={found?.encounters}
          around={near}
          topDeg={topDeg}
          timeMs={timeMs}
          onTime={look}
        />
      )}
      <div class="pass-met" style={{ '--rows': isLoading && !isPart ? Math.min(pass.encounterCount, MOST_ROWS) : 0 }}>
        <Pending loaded={met} what="the encounters" />
        {table}
        {left > 0 && <p class="hint">{left} more, which the answer leaves out</p>}
      </div>
      {flown && (
        <>
          <PointingTable pass={pass} stretch={stretch} track={flown.track} mhz={mhz} onMhz={setTyped} />
          <details>
            <summary>Facts</summary>
            <SatelliteFacts tracked={satellite} bands={flown.bands} station={pass.receiver.station} />
          </details>
        </>
      )}
    </section>
  );
}

/** Pass of the workspace, in full; `onSky` is called when a press on an encounter leads to the picture of the sky. */
export function PassPanel({ workspace, onSky }: { workspace: Workspace; onSky: () => void }) {
  const { pass } = workspace;
  return pass ? <ShownPass workspace={workspace} pass={pass} onSky={onSky} /> : <NoPass workspace={workspace} />;
}
