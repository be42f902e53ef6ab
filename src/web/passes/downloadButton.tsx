import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { Popover } from '../components/popover.js';
import { calendarText } from '../pass/calendar.js';
import { saveFile } from '../pass/saveFile.js';
import { passesCsv } from '../pass/tables.js';
import type { ListedPass } from './listing.js';

interface DownloadProps {
  passes: readonly ListedPass[];
  satellites: readonly TrackedSatelliteJson[];
  onPrint: () => void;
}

/** Buttons that save the listed passes: as a calendar, as CSV, or on paper. */
export function DownloadButton({ passes, satellites, onPrint }: DownloadProps) {
  const words = ['passes', ...satellites.map(({ satellite }) => satellite.name)];
  const calendar = () => saveFile(words, 'ics', calendarText(passes, Date.now()));
  const csv = () => saveFile(words, 'csv', passesCsv(passes));
  const choices = [
    ['List as calendar', calendar],
    ['List as CSV', csv],
    ['Print the list', onPrint],
  ] as const;
  return (
    <Popover label="Take the list away" class="menu" summary="Export">
      {choices.map(([text, take]) => (
        <button key={text} type="button" disabled={passes.length === 0} onClick={take}>
          {text}
        </button>
      ))}
    </Popover>
  );
}
