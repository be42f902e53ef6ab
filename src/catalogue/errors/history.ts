import { ELEMENT_NAMES, type MeanElements } from '../../core/elements.js';
import { ERROR_AGES_HOURS } from './law.js';

export const HOUR_US = 3_600e6;

/** Share of one of ERROR_AGES_HOURS by which a pair's age may differ from it: so small that no pair fits two. */
const AGE_TOLERANCE = 0.15;

/**
 * Neighbours of a set that show whether it is of the same satellite as they are: at most `each` before it and as many
 * after it, none further away than `withinUs`, in microseconds.
 */
const WITNESSES = { each: 3, withinUs: 72 * HOUR_US } as const;

/** Reasons why sets, or pairs of sets, do not count. */
const REASONS = [
  'same_epoch',
  'future_epoch',
  'refused_by_sgp4',
  'other_satellite',
  'satellite_changes',
  'pairs_refused_by_sgp4',
] as const;

/** Numbers by reason: of sets that do not count, of breaks in histories, of pairs that do not count. */
export type LeftOut = Record<(typeof REASONS)[number], number>;

export function nothingLeftOut(): LeftOut {
  return Object.fromEntries(REASONS.map((reason) => [reason, 0])) as LeftOut;
}

/** Set of a history, by its index there. */
export interface Dated {
  set: number;
  epochUs: number;
}

/** Lists the sets of finite numbers, not after `nowUs`, the last of each epoch, oldest first; counts the others. */
export function usableSets(sets: readonly MeanElements[], nowUs: number, leftOut: LeftOut): MeanElements[] {
  const past = sets.filter((one) => {
    if (!isNumeric(one)) leftOut.refused_by_sgp4 += 1;
    else if (one.epochUs > nowUs) leftOut.future_epoch += 1;
    else return true;
    return false;
  });
  // The sort is stable: of the same epoch the last stays the last.
  const sorted = past.toSorted((a, b) => a.epochUs - b.epochUs);
  const last = sorted.filter(({ epochUs }, i) => sorted[i + 1]?.epochUs !== epochUs);
  leftOut.same_epoch += sorted.length - last.length;
  return last;
}

function isNumeric(one: MeanElements): boolean {
  return ELEMENT_NAMES.every((name) => Number.isFinite(one[name]));
}

/** Lists the neighbours of set `at` that `WITNESSES` allows: those next before it, then those next after it. */
export function witnessesOf(sets: readonly Dated[], at: number): Dated[] {
  const { epochUs } = sets[at] as Dated;
  const { each, withinUs } = WITNESSES;
  const near = [...sets.slice(Math.max(0, at - each), at), ...sets.slice(at + 1, at + 1 + each)];
  return near.filter((one) => Math.abs(one.epochUs - epochUs) <= withinUs);
}

/**
 * Finds, for each age of ERROR_AGES_HOURS, the set whose age at a time is nearest to it; none if the nearest is off by
 * more than 15 %. `age` in the result is an index of ERROR_AGES_HOURS.
 *
 * @param sets the oldest first
 */
export function partnersOf(sets: readonly Dated[], timeUs: number): { age: number; older: Dated }[] {
  return ERROR_AGES_HOURS.flatMap((hours, age) => {
    const ageUs = hours * HOUR_US;
    const older = nearest(sets, timeUs - ageUs);
    const isNear = older !== undefined && Math.abs(timeUs - older.epochUs - ageUs) <= AGE_TOLERANCE * ageUs;
    return isNear ? [{ age, older }] : [];
  });
}

/** Finds the set whose epoch is nearest to a time, by bisection; the older of two that are equally near. */
function nearest(sets: readonly Dated[], timeUs: number): Dated | undefined {
  let from = 0;
  let to = sets.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sets[middle] as Dated).epochUs < timeUs) from = middle + 1;
    else to = middle;
  }
  const [before, after] = [sets[from - 1], sets[from]];
  if (before === undefined || after === undefined) return before ?? after;
  return timeUs - before.epochUs <= after.epochUs - timeUs ? before : after;
}
