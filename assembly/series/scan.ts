import { andNotPublished, isPublished } from '../math/bits';
import { Series, bitmapBytes, rowBytes } from '../records/bySite/series';
import { Slot } from '../records/bySite/slot';
import { Window } from '../records/window';
import { NEEDS_FILL, OK } from '../status';

/** Bytes of the counts of 32 epochs. The length of a row is a multiple of it. */
const CHUNK: usize = 64;

/**
 * Writes the intensity of the tracked satellite at the series' cell, one u16 per epoch, to the slot's `values`. At the
 * epochs of the `covered` bitmap it is the sum of the groups that transmit in one of `bands` (not 0), or the count of
 * the series' set, less 1 for the tracked satellite itself; elsewhere it is 0. Returns OK, or NEEDS_FILL if the series
 * lacks one of these counts.
 */
export function scanSeries(window: Window, series: Series, bands: u32, slot: Slot): i32 {
  const epochs = window.epochs;
  const covered = slot.covered;
  const rows = slot.work.row;
  const count = listRows(window, series, bands, slot, rows);
  if (count < 0) return NEEDS_FILL;
  const end = rowBytes(epochs);
  for (let at: usize = 0; at < end; at += CHUNK) sumChunk(rows, count, at, load<u32>(covered + (at >> 4)), slot.values);
  return OK;
}

/**
 * Sum, at one epoch, of the groups that transmit in one of `bands` (not 0), or the count of the series' set, the
 * tracked satellite included; -1 if the series lacks one of these counts.
 */
export function sumAt(window: Window, series: Series, bands: u32, epoch: u32): i32 {
  const rowCount = series.groups;
  const bytes = bitmapBytes(window.epochs);
  const stride = rowBytes(window.epochs);
  let sum: u32 = 0;
  for (let g: u32 = 0; g < rowCount; g++) {
    if (!series.isAsked(window, g, bands)) continue;
    if (!isPublished(series.filled + g * bytes, epoch)) return -1;
    sum += load<u16>(series.counts + g * stride + ((<usize>epoch) << 1));
  }
  return sum;
}

/**
 * Lists the addresses (u32) of the rows that a question about `bands` sums; returns their number, or -1 if one of them
 * lacks an epoch of the slot's `covered` bitmap.
 */
function listRows(window: Window, series: Series, bands: u32, slot: Slot, rows: usize): i32 {
  const rowCount = series.groups;
  const bytes = bitmapBytes(window.epochs);
  const stride = rowBytes(window.epochs);
  const missing = slot.work.need;
  let count = 0;
  for (let g: u32 = 0; g < rowCount; g++) {
    if (!series.isAsked(window, g, bands)) continue;
    if (andNotPublished(missing, slot.covered, series.filled + g * bytes, bytes)) return -1;
    store<u32>(rows + ((<usize>count) << 2), <u32>(series.counts + g * stride));
    count++;
  }
  return count;
}

/**
 * Writes the values of the 32 epochs that start `at` bytes into a row. `covered`: their bits of the coverage; if a bit
 * is 0, so is the value, because rows may hold anything there.
 */
@inline
function sumChunk(rows: usize, count: i32, at: usize, covered: u32, values: usize): void {
  let a = i16x8.splat(0);
  let b = a;
  let c = a;
  let d = a;
  if (covered != 0) {
    for (let i = 0; i < count; i++) {
      const row = <usize>load<u32>(rows + ((<usize>i) << 2)) + at;
      a = i16x8.add(a, v128.load(row));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    a = lessItself(a, covered);
    b = lessItself(b, covered >>> 8);
    c = lessItself(c, covered >>> 16);
    d = lessItself(d, covered >>> 24);
  }
  const to = values + at;
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}

/** Returns eight sums: each less 1, for the tracked satellite itself, if the sum's bit in `bits` is set, else 0. */
@inline
function lessItself(sums: v128, bits: u32): v128 {
  const each = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  const isCovered = i16x8.eq(v128.and(i16x8.splat(<i16>bits), each), each);
  return v128.and(i16x8.add(sums, i16x8.splat(-1)), isCovered);
}
