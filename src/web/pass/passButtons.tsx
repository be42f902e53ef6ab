import { CallButton } from '../call/callButton.js';
import { passCalls } from '../call/calls.js';
import type { ListedPass } from '../passes/listing.js';
import type { Encounter } from '../data/encounters.js';
import { apiTime } from '../time.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { calendarText, passAddress } from './calendar.js';
import { pointings } from './pointing.js';
import type { Stretch } from './stretch.js';
import { saveFile } from './saveFile.js';
import { encountersCsv, pointingsCsv } from './tables.js';

interface PassButtonsProps {
  workspace: Workspace;
  pass: ListedPass;
  /** Part of the pass that is shown. */
  stretch: Stretch;
  isPart: boolean;
  /** Encounters in the beam; undefined while they are not known. */
  encounters: readonly Encounter[] | undefined;
  carrierHz: number | undefined;
}

const SECOND_MS = 1000;

/** Buttons that take a pass out of the page: as files, or as calls of the API. */
export function PassButtons({ workspace, pass, stretch, isPart, encounters, carrierHz }: PassButtonsProps) {
  const { view, satellites, flown, question, timeMs } = workspace;
  const { name } = pass.tracked.satellite;
  const save = (what: string, ending: 'csv' | 'ics', text: string, fromMs = stretch.fromMs) =>
    saveFile([name, pass.receiver.name, apiTime(fromMs).slice(0, 16), what], ending, text);
  const saveCalendar = () => {
    const linkTo = (one: ListedPass) => location.origin + passAddress(view, one, one.maxElevationMs);
    save('pass', 'ics', calendarText([pass], Date.now(), linkTo), pass.aosMs);
  };
  const savePointings = () => {
    const rows = flown ? pointings(flown.track, pass.receiver.site, stretch, SECOND_MS) : [];
    save('pointing', 'csv', pointingsCsv(rows, carrierHz));
  };
  const calls = () => {
    if (!question) return [];
    const satelliteIds = satellites.map(({ id }) => id);
    const { stationIds, beamDeg } = view;
    return passCalls({ question, satelliteIds, stationIds, beamDeg, withinDeg: pass.beam.deg, ...stretch, timeMs });
  };
  return (
    <div class="choices">
      <button type="button" title="This pass, for a calendar" onClick={saveCalendar}>
        Calendar
      </button>
      <button
        type="button"
        title={`The encounters ${isPart ? 'in the shown hours of' : 'of'} this pass`}
        disabled={!encounters}
        onClick={() => encounters && save('encounters', 'csv', encountersCsv(encounters))}
      >
        Encounters CSV
      </button>
      <button
        type="button"
        title={`Azimuth, elevation, distance and Doppler shift each second${isPart ? ' of the shown hours' : ''}`}
        disabled={!flown}
        onClick={savePointings}
      >
        Pointing CSV
      </button>
      <CallButton calls={calls} />
    </div>
  );
}
