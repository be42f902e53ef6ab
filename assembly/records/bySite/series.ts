import { DEBUG, isRecord } from '../checks';
import { Window } from '../window';
import { Site } from './site';

/**
 * Occupancy of one cell: a row of counts for each emitter group, or a single row for a set of satellites. The bits of
 * `filled` tell, row by row, at which epochs the counts are known. The threads of a fill add to the counts atomically;
 * once all are added, closeFill sets the bits atomically. Readers read the bits atomically before they read counts. The
 * host lets one fill at a time work on a series.
 */
@unmanaged
export class Series {
  /** Number of epochs; only the host reads it. */
  epochs: u32;
  /** Number of rows: one for each of the window's groups, or the one of a set. */
  groups: u32;
  /** Address of the bitmaps of the epochs whose counts are known, one for each row, bitmapBytes apart. */
  filled: usize;
  /** Address of the rows of counts, u16 per epoch, rowBytes apart. */
  counts: usize;
  /**
   * Address of the bitmap of a set's satellites, by index in the window, in words of 64 bits; 0 if the rows are emitter
   * groups'.
   */
  members: usize;

  /** Whether row g counts for a question about `bands`: its group transmits in one of them, or the row is a set's. */
  @inline
  isAsked(window: Window, g: u32, bands: u32): bool {
    return this.members != 0 || window.group(g).sharesBand(bands);
  }

  /** Centre of the cell; its record lies behind this one. */
  @inline
  get site(): Site {
    if (DEBUG) assert(isRecord(this));
    return changetype<Site>(changetype<usize>(this) + SERIES_SITE);
  }
}

export const SERIES_SITE: u32 = (offsetof<Series>() + 63) & ~63;

/** Bytes of a bitmap of one bit per epoch: a multiple of 64. */
export function bitmapBytes(epochs: u32): u32 {
  return ((epochs + 511) >>> 9) << 6;
}

/** Bytes of a row of one u16 per epoch: a multiple of 64. */
export function rowBytes(epochs: u32): u32 {
  return (epochs * 2 + 63) & ~63;
}

/** Bytes of a series with its site, bitmaps and rows; the bitmap of a set's satellites comes on top. */
export function seriesBytes(groups: u32, epochs: u32): u32 {
  return SERIES_SITE + offsetof<Site>() + groups * (bitmapBytes(epochs) + rowBytes(epochs));
}
