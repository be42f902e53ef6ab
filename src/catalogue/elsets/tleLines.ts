import { shown } from '../text/fields.js';
import { linesOf, type TextLine } from '../text/text.js';

/** Up to three lines that form one record; `fault` says why they make no element set. */
export interface TleRecord {
  name?: TextLine;
  one?: TextLine;
  two?: TextLine;
  fault?: string;
}

const NUMBERED = String.raw`[12] [ 0-9A-Z][ 0-9]{3}\d(?:[A-Z ]|$)`;
const ELEMENT_LINE = new RegExp(`^${NUMBERED}`);
const ANY_ELEMENT_LINE = new RegExp(`^${NUMBERED}`, 'm');
// A line that begins like an element line and is longer than any name is a damaged element line, not a name.
const LONG_NUMBERED_LINE = /^[12] .{39}/;

export const isElementLine = (line: string): boolean => ELEMENT_LINE.test(line);
export const hasElementLines = (text: string): boolean => ANY_ELEMENT_LINE.test(text);

/**
 * Groups lines into records: element lines 1 and 2, and the name line before them, if there is one, without its leading
 * `0 `. A record that lacks an element line has a `fault`.
 */
export function groupTle(text: string): TleRecord[] {
  const records: TleRecord[] = [];
  let open: TleRecord = {};
  const give = (record: TleRecord): void => {
    records.push(record);
    open = {};
  };
  const abandon = (found: string): void => {
    if (open.one) give({ ...open, fault: `line 2 of the set is missing: ${found}` });
    else if (open.name) give({ ...open, fault: `both lines of the set are missing: ${found}` });
  };
  for (const { line: number, text: raw } of linesOf(text)) {
    const line: TextLine = { line: number, text: raw.trimEnd() };
    const found = `line ${line.line} of the file is ${shown(line.text)}`;
    const kind = ELEMENT_LINE.test(line.text) || LONG_NUMBERED_LINE.test(line.text) ? line.text.charAt(0) : 'name';
    if (kind === 'name') {
      abandon(found);
      open = { name: { line: line.line, text: line.text.replace(/^0 /, '').trim() } };
    } else if (kind === '1') {
      if (open.one) abandon(found);
      open = { ...open, one: line };
    } else if (open.one) {
      give({ ...open, two: line });
    } else {
      give({ ...open, two: line, fault: `line 1 of the set is missing before line ${line.line} of the file` });
    }
  }
  abandon('the file ends');
  return records;
}
