import { passRows } from '../place/passOrder.js';
import type { PlaceWeek } from '../place/week.js';
import type { Encounters } from '../sky/encounters.js';
import { encountersCsv, fileName, minutesCsv, passesCsv } from './tables.js';
import { saveText, type Takeaway } from './takeButton.js';

interface Asked {
  /** Names of the satellite and the place. */
  words: readonly string[];
  found: PlaceWeek;
  encounters: Encounters | undefined;
}

/** Tables that can be saved of a week at a place. */
export function placeTakeaways({ words, found, encounters }: Asked): Takeaway[] {
  const told = encounters?.passes.reduce((sum, pass) => sum + pass.encounters.length, 0) ?? 0;
  const csv = (what: string, text: string) => saveText(fileName([...words, what], 'csv'), 'text/csv', text);
  return [
    {
      title: 'Passes',
      hint: `${found.passes.length} passes: CSV`,
      take: () => csv('passes', passesCsv(passRows(found.passes, encounters))),
    },
    {
      title: 'Encounters',
      hint: encounters ? `${told} encounters in the beam, to the second: CSV` : 'known for stations only',
      take: encounters && (() => csv('encounters', encountersCsv(encounters))),
    },
    {
      title: 'Minutes',
      hint: `${found.counts.length.toLocaleString('en')} minutes, others in view and elevation: CSV`,
      take: () => csv('minutes', minutesCsv(found)),
    },
  ];
}
