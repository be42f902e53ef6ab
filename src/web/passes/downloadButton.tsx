import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { calendarText } from '../pass/calendar.js';
import { saveText } from '../pass/saveText.js';
import { fileName, passesCsv } from '../pass/tables.js';
import type { ListedPass } from './listing.js';

interface DownloadProps {
  passes: readonly ListedPass[];
  satellites: readonly TrackedSatelliteJson[];
}

/** Buttons that save the listed passes: as a calendar, as CSV, or on paper. */
export function DownloadButton({ passes, satellites }: DownloadProps) {
  const nameOf = (id: number) => satellites.find((one) => one.id === id)?.satellite.name ?? '';
  const noradOf = (id: number) => satellites.find((one) => one.id === id)?.satellite.norad_number ?? 0;
  const named = (ending: string) => fileName(['passes', ...satellites.map(({ satellite }) => satellite.name)], ending);
  const calendar = () => saveText(named('ics'), 'text/calendar', calendarText(passes, { nameOf, noradOf }, Date.now()));
  const csv = () => saveText(named('csv'), 'text/csv', passesCsv(passes, nameOf));
  return (
    <span class="choices">
      <button type="button" disabled={passes.length === 0} onClick={calendar}>
        Calendar
      </button>
      <button type="button" disabled={passes.length === 0} onClick={csv}>
        CSV
      </button>
      <button type="button" disabled={passes.length === 0} onClick={() => print()}>
        Print
      </button>
    </span>
  );
}
