import { Satellite } from '../../records/satellite';
import {
  SATELLITE_COUNTING,
  WINDOW_EPOCHS,
  WINDOW_MINUTES,
  WINDOW_MINUTES_ROOM,
  WINDOW_MINUTES_TAKEN,
  WINDOW_MOTIONS,
  WINDOW_NEAR_COUNT,
  WINDOW_TRACKS,
  WORK_NEED,
  WORK_ROW,
  WORK_SCRATCH,
} from '../../layout';
import { nextBit } from '../../math/bits';
import { satelliteRecord } from '../../window';
import { nextCovered } from './nextCovered';
import { countMinutes, fillMinutes, minutesBytes } from './minutes';
import { fitMotion } from './motion/fit';
import { MOTION_BYTES } from './motion/record';
import { countNear } from './passes/countNear';
import { countTrack, fitTrack, trackBytes } from './track';

// How a satellite is counted, SATELLITE_COUNTING: always with the same result. The first thread to need it finds out;
// while it does, others skip ahead, and for good where that thread was ended while it did.
export const UNKNOWN: i32 = 0;
const BEING_FITTED: i32 = 1;
const FITTED: i32 = 2;
const BY_MINUTES: i32 = 3;
const SKIPPING_AHEAD: i32 = 4;

/** Fits the motions of the satellites [from, to). `scratch`: 256 bytes. */
export function prepareCounting(window: usize, from: u32, to: u32, scratch: usize): void {
  for (let index = from; index < to; index++) countingOf(window, index, scratch);
}

/** Bytes of what is fitted to a near-earth satellite. */
export function motionBytes(): u32 {
  return MOTION_BYTES;
}

function countingOf(window: usize, index: u32, scratch: usize): i32 {
  const record = satelliteRecord(window, index);
  const known = record.publishedCounting;
  if (known != UNKNOWN) return known;
  if (!record.claimCounting(UNKNOWN, BEING_FITTED)) return BEING_FITTED;
  const counting = fit(window, index, record, scratch);
  record.publishCounting(counting);
  return counting;
}

function fit(window: usize, index: u32, record: Satellite, scratch: usize): i32 {
  const fitted = fittedTo(window, index);
  if (isNear(window, index) ? fitMotion(window, record, fitted, scratch) : fitTrack(window, record, fitted, scratch)) {
    return FITTED;
  }
  const place = atomic.add<u32>(window, 1, WINDOW_MINUTES_TAKEN);
  if (place >= load<u32>(window, WINDOW_MINUTES_ROOM)) return SKIPPING_AHEAD;
  record.minutes = place;
  return fillMinutes(window, record, minutesOf(window, record), scratch) ? BY_MINUTES : SKIPPING_AHEAD;
}


@inline
function isNear(window: usize, index: u32): bool {
  return index < load<u32>(window, WINDOW_NEAR_COUNT);
}


@inline
function fittedTo(window: usize, index: u32): usize {
  const near = load<u32>(window, WINDOW_NEAR_COUNT);
  return isNear(window, index)
    ? <usize>load<u32>(window, WINDOW_MOTIONS) + <usize>index * MOTION_BYTES
    : <usize>load<u32>(window, WINDOW_TRACKS) + <usize>(index - near) * trackBytes(load<u32>(window, WINDOW_EPOCHS));
}


@inline
function minutesOf(window: usize, record: Satellite): usize {
  const bytes = minutesBytes(load<u32>(window, WINDOW_EPOCHS));
  return <usize>load<u32>(window, WINDOW_MINUTES) + <usize>record.minutes * bytes;
}

/**
 * Adds to the work's counts the needed epochs at which the satellite covers the site; the spans are those of the needed
 * epochs.
 */
export function countSatellite(window: usize, index: u32, site: usize, work: usize): void {
  const record = satelliteRecord(window, index);
  const counting = countingOf(window, index, work + WORK_SCRATCH);
  if (counting == BY_MINUTES) countMinutes(window, record, minutesOf(window, record), site, work);
  else if (counting != FITTED) countAhead(window, record, site, work);
  else if (isNear(window, index)) countNear(window, record, fittedTo(window, index), site, work);
  else countTrack(window, record, fittedTo(window, index), site, work);
}

/** The plain form: looks as often as the satellite's bounds ask for (bySite.ts). */
export function countAhead(window: usize, record: Satellite, site: usize, work: usize): void {
  const end = load<u32>(window, WINDOW_EPOCHS);
  const needed = work + WORK_NEED;
  let run = nextCovered(window, record, site, needed, 0, end, work);
  while (run >= 0) {
    const until = <u32>(run >> 32);
    for (let k = <i32>run; k >= 0; k = nextBit(needed, <u32>k + 1, until)) {
      const count = work + WORK_ROW + ((<usize>k) << 1);
      store<u16>(count, load<u16>(count) + 1);
    }
    run = nextCovered(window, record, site, needed, until, end, work);
  }
}
