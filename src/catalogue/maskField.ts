import { ALLOWED_POINTS, type HorizonMask, maskFault } from '../core/horizonMask.js';
import { MASK_POINTS } from '../spec.js';
import { decimal, type Field, isAbsent, shown } from './text/fields.js';
import { RecordError } from './text/rejection.js';

const KEYWORD = 'horizon_mask';
const FORM = 'azimuth:elevation in degrees, with semicolons between points, as 0:5;30:12.5, or a list of [0, 5]';

/**
 * Reads the horizon mask of a station's record, a text or a list; undefined if the record has none. Throws a
 * `RecordError` for a value that is no horizon mask.
 */
export function maskOf(field: Field): HorizonMask | undefined {
  const value = field(KEYWORD);
  if (isAbsent(value)) return undefined;
  const given = typeof value === 'string' ? pointsOf(value) : value;
  if (!Array.isArray(given)) throw new RecordError(`${KEYWORD} is ${shown(value)}; allowed: ${FORM}`);
  const mask = given.map(pointOf);
  if (mask.length < MASK_POINTS.fewest || mask.length > MASK_POINTS.most) {
    throw new RecordError(`${KEYWORD} has ${mask.length} points; allowed: ${ALLOWED_POINTS}`);
  }
  const fault = maskFault(mask);
  if (fault === undefined) return mask;
  throw new RecordError(`${KEYWORD}[${fault.index}][${fault.part}] is ${fault.value}; allowed: ${fault.allowed}`);
}

/** Splits a horizon mask such as `0:5;30:12.5` into the texts of its points; a semicolon may end the last one too. */
function pointsOf(text: string): string[] {
  return text.trim().replace(/;$/, '').split(';');
}

function pointOf(point: unknown, index: number): readonly [number, number] {
  const numbers: unknown = typeof point === 'string' ? point.split(':').map(decimal) : point;
  if (Array.isArray(numbers) && numbers.length === 2 && numbers.every((value) => Number.isFinite(value))) {
    return numbers as [number, number];
  }
  throw new RecordError(`${KEYWORD}[${index}] is ${shown(point)}; allowed: ${FORM}`);
}
