import { NearEphemeris } from '../../../records/bySite/nearEphemeris';
import { BEING_FITTED, FITTED, NO_EPHEMERIS, NOT_FITTED, Satellite, TABULATED } from '../../../records/sgp4/satellite';
import { Scratch } from '../../../records/sgp4/scratch';
import { Window } from '../../../records/window';
import { deepEphemerisBytes, fitDeep } from './deep';
import { fitNear } from './near';
import { fillTable, tableBytes } from './table';

/** Fits the ephemerides of satellites [from, to), so that counting finds them ready. */
export function fitEphemerides(window: Window, from: u32, to: u32, scratch: Scratch): void {
  for (let index = from; index < to; index++) fitEphemeris(window, index, scratch);
}

/** Bytes of the ephemeris of a near-earth satellite. */
export function nearEphemerisBytes(): u32 {
  return offsetof<NearEphemeris>();
}

/**
 * Fits the ephemeris of a satellite unless a thread has begun to; returns its state, a value of Satellite.ephemeris.
 * While one thread fits it, other threads get BEING_FITTED: for ever, if that thread dies.
 */
export function fitEphemeris(window: Window, index: u32, scratch: Scratch): i32 {
  const record = window.satellite(index);
  const known = record.publishedEphemeris;
  if (known != NOT_FITTED) return known;
  if (!record.claimEphemeris(NOT_FITTED, BEING_FITTED)) return BEING_FITTED;
  const kind = fit(window, index, record, scratch);
  record.publishEphemeris(kind);
  return kind;
}

function fit(window: Window, index: u32, record: Satellite, scratch: Scratch): i32 {
  const fitted = fittedTo(window, index);
  if (
    window.isNear(index)
      ? fitNear(window, record, changetype<NearEphemeris>(fitted), scratch)
      : fitDeep(window, record, fitted, scratch)
  ) {
    return FITTED;
  }
  const table = window.takeTable();
  if (table >= window.tableRoom) return NO_EPHEMERIS;
  record.table = table;
  return fillTable(window, record, tableOf(window, record), scratch) ? TABULATED : NO_EPHEMERIS;
}

/**
 * Returns the polynomials of a near-earth satellite, null if it has none. While another thread fits them, this one fits
 * the same polynomials into `own`: times found with and without polynomials differ by microseconds, and an answer must
 * not depend on other threads.
 */
export function polynomialsOf(window: Window, index: u32, own: usize, scratch: Scratch): NearEphemeris | null {
  if (!window.isNear(index)) return null;
  const kind = fitEphemeris(window, index, scratch);
  if (kind == FITTED) return changetype<NearEphemeris>(fittedTo(window, index));
  if (kind != BEING_FITTED) return null;
  const ephemeris = changetype<NearEphemeris>(own);
  return fitNear(window, window.satellite(index), ephemeris, scratch) ? ephemeris : null;
}

/** Address of the ephemeris of a satellite that has one of this kind, FITTED or TABULATED. */
@inline
export function ephemerisOf(window: Window, index: u32, kind: i32): usize {
  return kind == FITTED ? fittedTo(window, index) : tableOf(window, window.satellite(index));
}

/** Address of the place for a satellite's fitted ephemeris: polynomials near the Earth, arcs in deep space. */
@inline
function fittedTo(window: Window, index: u32): usize {
  const near = window.nearCount;
  return window.isNear(index)
    ? window.nearEphemerides + <usize>index * offsetof<NearEphemeris>()
    : window.deepEphemerides + <usize>(index - near) * deepEphemerisBytes(window.epochs);
}


@inline
function tableOf(window: Window, record: Satellite): usize {
  const bytes = tableBytes(window.epochs);
  return window.tables + <usize>record.table * bytes;
}
