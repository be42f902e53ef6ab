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
}

/** Files of a week at a place that the user can save. */
export function placeTakeaways({ subject, found, encounters }: Asked): Takeaway[] {
  const rows = passRows(found.passes, encounters);
  const told = encounters?.passes.reduce((sum, pass) => sum + pass.encounters.length, 0) ?? 0;
  const named = (what: string, ending: string) => fileName([subject.satellite, subject.place, what], ending);
  const csv = (what: string, text: string) => saveText(named(what, 'csv'), 'text/csv', text);
  return [
    {
      title: 'Calendar',
      hint: `${rows.length} passes, an event each: iCalendar`,
      take: () => saveText(named('passes', 'ics'), 'text/calendar', calendarText(rows, subject, Date.now())),
    },
    {
      title: 'Passes',
      hint: `${rows.length} passes: CSV`,
      take: () => csv('passes', passesCsv(rows)),
    },
    {
      title: 'Encounters',
      hint: encounters ? `${told} encounters in the beam: CSV` : 'known for stations only',
      take: encounters && (() => csv('encounters', encountersCsv(encounters))),
    },
    {
      title: 'Minutes',
      hint: `${found.counts.length.toLocaleString('en')} minutes, others in view and elevation: CSV`,
      take: () => csv('minutes', minutesCsv(found)),
    },
  ];
}
