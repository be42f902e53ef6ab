import { passRows } from '../place/passOrder.js';
import type { PlaceWeek } from '../place/week.js';
import type { Encounters } from '../sky/encounters.js';
import { type CalendarSubject, calendarText } from './calendar.js';
import { encountersCsv, fileName, minutesCsv, passesCsv } from './tables.js';
import { saveText, type Takeaway } from './takeButton.js';

interface Asked {
  subject: CalendarSubject;
  found: PlaceWeek;
  encounters: Encounters | undefined;
  /** Rises of the passes that are chosen; none stands for all. */
  picked: ReadonlySet<number>;
}

/** Files that can be saved of a week at a place. */
export function placeTakeaways({ subject, found, encounters, picked }: Asked): Takeaway[] {
  const rows = passRows(found.passes, encounters);
  const chosen = picked.size === 0 ? rows : rows.filter(({ pass }) => picked.has(pass.aosMs));
  const told = encounters?.passes.reduce((sum, pass) => sum + pass.encounters.length, 0) ?? 0;
  const named = (what: string, ending: string) => fileName([subject.satellite, subject.place, what], ending);
  const csv = (what: string, text: string) => saveText(named(what, 'csv'), 'text/csv', text);
  const whole = picked.size === 0 ? 'all of them; tick some in the table to take only those' : 'those that are ticked';
  return [
    {
      title: 'Calendar',
      hint: `${chosen.length} passes, ${whole}: iCalendar, an event each`,
      take: () => saveText(named('passes', 'ics'), 'text/calendar', calendarText(chosen, subject, Date.now())),
    },
    {
      title: 'Passes',
      hint: `${chosen.length} passes, ${whole}: CSV`,
      take: () => csv('passes', passesCsv(chosen)),
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
