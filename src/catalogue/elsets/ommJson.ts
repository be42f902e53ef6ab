import { UserError } from '../../errors.js';
import { shown } from '../text/fields.js';
import { readJsonRecords } from '../text/json.js';
import { elsetsOfOmm, OMM_MANDATORY, type ParsedElsets } from './omm.js';

/**
 * Parses OMM as JSON: an array of records or one, values as numbers or as text. Throws a `UserError` for other JSON.
 */
export function parseOmmJson(text: string, source: string): ParsedElsets {
  const records = readJsonRecords(text, source);
  const keywords: ReadonlySet<string> = new Set(OMM_MANDATORY);
  if (records.length > 0 && !records.some(({ keys }) => keys.some((key) => keywords.has(key)))) {
    const keys = records[0]?.keys.slice(0, 6) ?? [];
    const found = keys.length > 0 ? `begins with an object of ${shown(keys.join(', '))}` : 'begins with no object';
    throw new UserError(
      `${source}: this JSON ${found}, and none of its records has a keyword of an OMM. ` +
        `Needed are ${OMM_MANDATORY.join(', ')}.`,
    );
  }
  return elsetsOfOmm(records);
}
