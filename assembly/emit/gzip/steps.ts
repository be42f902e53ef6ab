import { HEAD_BYTES } from '../timeseriesJson';
import { Codes, joined } from './codes';
import { digitsIn, entryBytesIn, FORMS, levelBytesIn } from './forms';

/** Bytes of an entry before the last digit of its minute. */
export const DIGIT_AT: u32 = 29;
/** Bytes between that digit and the intensity. */
export const MIDDLE: u32 = HEAD_BYTES - DIGIT_AT - 1;

const ZERO: u32 = 0x30;
const LEVELS: u32 = 4;
/** Longest distance of a copy (RFC 1951, 3.2.5). */
const FARTHEST: u32 = 32768;

/** Words by form, and where each kind of them begins: up to the next entry's last digit of the minute, or to the one before. */
const RUNS: usize = 8;
const SHORT: usize = (<usize>FORMS) << 3;
const TAILS: usize = RUNS + 2 * SHORT;
const NEAR: usize = TAILS + 2 * SHORT;
const FAR: usize = NEAR + SHORT;
const DIGITS: usize = FAR + SHORT;
const PAIRS: usize = DIGITS + (10 << 3);
const LEVEL_ENDS: usize = PAIRS + (100 << 3);
const TEXT: usize = LEVEL_ENDS + ((<usize>LEVELS) << 2);
/** Room for two heads, or an entry. */
const TEXT_BYTES: usize = 192;

/** Bytes of the steps. */
export const STEPS_BYTES: usize = TEXT + TEXT_BYTES;

/**
 * Words of a timeseries' DEFLATE: an entry goes from the last digit of a minute to that of the next one's, and all of it but
 * digits is copied.
 *
 *   0:00Z","intensity":17,"risk_level":"moderate"},{"timestamp":"2026-07-10T08:0
 *   | middle           |  | level                 | bridge                      |
 *
 * - run: middle, intensity, level and bridge, where the entry before has the same intensity
 * - near: middle and all but the last digit of the intensity, out of an entry before of the same form
 * - far: middle and all but the last two digits
 * - tail: level and bridge, out of an entry before of the same form
 * - short: the bridge without the first digit of the minute, which changes
 */
@unmanaged
export class Steps {
  /** Intensity of the last entry that is written, up to its bridge. */
  before: u32;
  /** Where the next one starts in the text. */
  start: u32;

  /** Makes the words: some hundred nanoseconds. */
  begin(codes: Codes, before: u32, start: u32): void {
    this.before = before;
    this.start = start;
    for (let n: u32 = 0; n < 10; n++) this.set(DIGITS, n, codes.symbol(ZERO + n));
    for (let n: u32 = 0; n < 100; n++) this.set(PAIRS, n, joined(this.digit(n / 10), this.digit(n % 10)));
    for (let form: u32 = 0; form < FORMS; form++) {
      const length = entryBytesIn(form);
      const digits = digitsIn(form);
      const tail = levelBytesIn(form) + DIGIT_AT;
      this.set(RUNS, form, codes.copy(length - 1, length));
      this.set(RUNS + SHORT, form, codes.copy(length - 2, length));
      this.set(TAILS, form, codes.copy(tail, length));
      this.set(TAILS + SHORT, form, codes.copy(tail - 1, length));
      this.set(NEAR, form, codes.copy(MIDDLE + digits - 1, length));
      this.set(FAR, form, codes.copy(MIDDLE + max(digits, 2) - 2, length));
    }
    memory.fill(changetype<usize>(this) + LEVEL_ENDS, 0, (<usize>LEVELS) << 2);
  }


  @inline
  digit(digit: u32): u64 {
    return this.at(DIGITS, digit);
  }


  @inline
  twoDigits(number: u32): u64 {
    return this.at(PAIRS, number);
  }


  @inline
  run(form: u32, isShort: bool): u64 {
    return this.at(RUNS + (isShort ? SHORT : 0), form);
  }


  @inline
  tail(form: u32, isShort: bool): u64 {
    return this.at(TAILS + (isShort ? SHORT : 0), form);
  }


  @inline
  near(form: u32): u64 {
    return this.at(NEAR, form);
  }


  @inline
  far(form: u32): u64 {
    return this.at(FAR, form);
  }

  /** Room for text: 192 bytes. */
  @inline
  get text(): usize {
    return changetype<usize>(this) + TEXT;
  }

  /** Distance from `end` to where the last entry with the level ended; 0 where none is near enough. */
  levelDistance(level: u32, end: u32): u32 {
    const last = load<u32>(changetype<usize>(this) + LEVEL_ENDS + ((<usize>level) << 2));
    return last != 0 && end - last <= FARTHEST ? end - last : 0;
  }

  /** Notes where the last entry with the level ended. */
  @inline
  noteLevel(level: u32, end: u32): void {
    store<u32>(changetype<usize>(this) + LEVEL_ENDS + ((<usize>level) << 2), end);
  }


  @inline
  private at(kind: usize, index: u32): u64 {
    return load<u64>(changetype<usize>(this) + kind + ((<usize>index) << 3));
  }


  @inline
  private set(kind: usize, index: u32, word: u64): void {
    store<u64>(changetype<usize>(this) + kind + ((<usize>index) << 3), word);
  }
}
