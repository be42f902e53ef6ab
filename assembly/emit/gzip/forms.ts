import { digitsOf } from '../text';
import { HEAD_BYTES, levelOf, levelText } from '../timeseriesJson';

/**
 * Number of forms of entries of a time series. Entries of one form have the same risk level and the same number of
 * digits of the intensity. So they have one length, and differ in timestamp and intensity alone.
 */
export const FORMS: u32 = 7;

/** Form of an entry by its intensity: 0 low, 1 moderate, 2 high, 3 to 6 severe with 2 to 5 digits. */
@inline
export function formOf(value: u32): u32 {
  const level = levelOf(value);
  return level + <u32>(value >= 100) + <u32>(value >= 1000) + <u32>(value >= 10000);
}

/** Smallest intensity of a form. */
function leastOf(form: u32): u32 {
  if (form < 4) return 10 * form;
  let least: u32 = 100;
  for (; form > 4; form--) least *= 10;
  return least;
}

/** Number of digits of the intensities of a form. */
export function digitsIn(form: u32): u32 {
  return digitsOf(leastOf(form));
}

/** Bytes behind the intensity in an entry of a form: the risk level and a comma. */
export function levelBytesIn(form: u32): u32 {
  return levelText(levelOf(leastOf(form))).length;
}

/** Bytes from the intensity to the end of an entry of a form, with its comma. */
export function tailBytesIn(form: u32): u32 {
  return digitsIn(form) + levelBytesIn(form);
}

/** Bytes of an entry of a form, with its comma. */
export function entryBytesIn(form: u32): u32 {
  return HEAD_BYTES + tailBytesIn(form);
}
