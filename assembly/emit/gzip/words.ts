import { DEBUG } from '../../records/checks';
import { FARTHEST, SCRATCH_BYTES } from '../../records/deflate';
import { HEAD_BYTES } from '../timeseriesJson';
import { digitsIn, entryBytesIn, FORMS, levelBytesIn } from './forms';
import { Codes, joined } from './stream';

/** Bytes of an entry before the last digit of its minute. */
export const DIGIT_AT: u32 = 29;
/** Bytes of an entry between the last digit of its minute and its intensity. */
export const MIDDLE: u32 = HEAD_BYTES - DIGIT_AT - 1;

const ZERO: u32 = 0x30;
const LEVELS: u32 = 4;

/** Bytes of a table with one word for each form. RUNS to TEXT are the offsets of the tables in EntryWords. */
const BY_FORM: usize = (<usize>FORMS) << 3;
const BY_DIGIT: usize = 10 * BY_FORM;
const RUNS: usize = 8;
const NEAR: usize = RUNS + BY_DIGIT;
const FAR: usize = NEAR + BY_DIGIT;
const TAILS: usize = FAR + BY_DIGIT;
const SHORT_TAILS: usize = TAILS + BY_FORM;
const TENS: usize = SHORT_TAILS + BY_FORM;
const DIGITS: usize = TENS + 3 * BY_FORM;
const PAIRS: usize = DIGITS + (10 << 3);
const LENGTHS: usize = PAIRS + (100 << 3);
const LEVEL_ENDS: usize = LENGTHS + BY_FORM;
const TEXT: usize = LEVEL_ENDS + ((<usize>LEVELS) << 2);
/** Bytes of EntryWords.text: room for two heads and a number. */
const TEXT_BYTES: usize = 192;

/**
 * The words of output bits (stream.ts) that make up the entries of a time series, and the state of its DEFLATE. Here an
 * entry begins with the last digit of its minute, and ends before the same digit of the next entry. Only digits are
 * written, the rest is copied:
 *
 *   0:00Z","intensity":17,"risk_level":"moderate"},{"timestamp":"2026-07-10T08:0
 *   | middle           |  | level                 | bridge                      |
 *
 * - run: digit, then a copy of everything behind it, where the entry before has the same intensity
 * - near: digit, then a copy of the middle and of all but the last digit of the intensity
 * - far: digit, then a copy of the middle and of all but the last two digits of the intensity
 * - tail: copy of level and bridge
 *
 * Near, far and tail need the entry before to have the same form. After a minute that ends with 9 the tens of the
 * minute change: run and tail then end a byte earlier.
 */
@unmanaged
export class EntryWords {
  /** Intensity of the last entry that is written. */
  before: u32;
  /** Offset of the next entry in the text. */
  start: u32;

  /** Makes the words, in some hundred nanoseconds, and sets `before` and `start`. */
  begin(codes: Codes, before: u32, start: u32): void {
    if (DEBUG) assert(TEXT + TEXT_BYTES <= SCRATCH_BYTES);
    this.before = before;
    this.start = start;
    for (let n: u32 = 0; n < 10; n++) this.set(DIGITS, n, codes.symbol(ZERO + n));
    for (let n: u32 = 0; n < 100; n++) this.set(PAIRS, n, joined(this.digit(n / 10), this.digit(n % 10)));
    for (let form: u32 = 0; form < FORMS; form++) {
      const length = entryBytesIn(form);
      const digits = digitsIn(form);
      const tail = levelBytesIn(form) + DIGIT_AT;
      const near = codes.copy(MIDDLE + digits - 1, length);
      const far = codes.copy(MIDDLE + max(digits, 2) - 2, length);
      const run = codes.copy(length - 1, length);
      for (let digit: u32 = 0; digit < 10; digit++) {
        const word = this.digit(digit);
        this.set(RUNS, 10 * form + digit, joined(word, digit < 9 ? run : codes.copy(length - 2, length)));
        this.set(NEAR, 10 * form + digit, joined(word, near));
        this.set(FAR, 10 * form + digit, joined(word, far));
      }
      this.set(LENGTHS, form, (<u64>length) | ((<u64>levelBytesIn(form)) << 32));
      this.set(TAILS, form, codes.copy(tail, length));
      this.set(SHORT_TAILS, form, codes.copy(tail - 1, length));
      for (let third: u32 = 0; third < 3; third++) {
        const digit = 3 * third;
        const word = joined(joined(this.run(form, digit), this.run(form, digit + 1)), this.run(form, digit + 2));
        this.set(TENS, 3 * form + third, word);
      }
    }
    memory.fill(changetype<usize>(this) + LEVEL_ENDS, 0, (<usize>LEVELS) << 2);
  }

  /** Bytes of an entry and its comma. */
  @inline
  entryBytes(form: u32): u32 {
    return <u32>this.at(LENGTHS, form);
  }

  /** Bytes behind the intensity: the risk level and a comma. */
  @inline
  levelBytes(form: u32): u32 {
    return <u32>(this.at(LENGTHS, form) >> 32);
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
  run(form: u32, digit: u32): u64 {
    return this.at(RUNS, 10 * form + digit);
  }

  /**
   * Word of three entries with the intensity of the entry before. `third`: 0, 1 or 2, for minutes that end with 0 to 2,
   * 3 to 5 or 6 to 8.
   */
  @inline
  threeRuns(form: u32, third: u32): u64 {
    return this.at(TENS, 3 * form + third);
  }


  @inline
  near(form: u32, digit: u32): u64 {
    return this.at(NEAR, 10 * form + digit);
  }


  @inline
  far(form: u32, digit: u32): u64 {
    return this.at(FAR, 10 * form + digit);
  }


  @inline
  tail(form: u32, digit: u32): u64 {
    return this.at(digit < 9 ? TAILS : SHORT_TAILS, form);
  }

  /** Room for text: 192 bytes. */
  @inline
  get text(): usize {
    return changetype<usize>(this) + TEXT;
  }

  /**
   * Bytes from the end of the last entry with the risk level to `end`; 0 if no such entry is near enough to copy from.
   */
  levelDistance(level: u32, end: u32): u32 {
    const last = load<u32>(changetype<usize>(this) + LEVEL_ENDS + ((<usize>level) << 2));
    return last != 0 && end - last <= FARTHEST ? end - last : 0;
  }

  /** Notes `end` as the end of the last entry with the risk level. */
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
