import { UserError } from '../../errors.js';
import { failureOf } from './rejection.js';
import type { SourceRecord } from './fields.js';

interface JsonRecord extends SourceRecord {
  keys: readonly string[];
}

/** Parses a JSON array of objects, or one object, into records. Throws a `UserError` if the text is no JSON. */
export function readJsonRecords(text: string, source: string): JsonRecord[] {
  const parsed = parseJson(text, source);
  const records: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return records.map((record, index) => {
    const object = isObject(record) ? record : undefined;
    return {
      line: index + 1,
      field: (keyword) => (object && Object.hasOwn(object, keyword) ? object[keyword] : undefined),
      keys: object ? Object.keys(object) : [],
      fault: object ? undefined : `the record is ${nameOfType(record)}; allowed: an object`,
    };
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/** Parses JSON of any shape. Throws a `UserError` if the text is no JSON. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${source}: not valid JSON (is the file complete?): ${failureOf(error).message}`);
  }
}
