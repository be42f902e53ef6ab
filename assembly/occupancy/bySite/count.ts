import { nextBit } from '../../math/bits';
import { Motion } from '../../records/motion';
import { Satellite } from '../../records/satellite';
import { Scratch } from '../../records/scratch';
import { Site } from '../../records/site';
import { Window } from '../../records/window';
import { Work } from '../../records/work';
import { countMinutes, fillMinutes, minutesBytes } from './minutes';
import { fitMotion } from './motion/fit';
import { nextCovered } from './nextCovered';
import { countNear } from './passes/countNear';
import { countTrack, fitTrack, trackBytes } from './track';

// How a satellite is counted, SATELLITE_COUNTING: always with the same result. The first thread to need it finds out;
// while it does, others skip ahead, and for good where that thread was ended while it did.
export const UNKNOWN: i32 = 0;
const BEING_FITTED: i32 = 1;
const FITTED: i32 = 2;
const BY_MINUTES: i32 = 3;
const SKIPPING_AHEAD: i32 = 4;

/** Fits the motions of the satellites [from, to). */
export function prepareCounting(window: Window, from: u32, to: u32, scratch: Scratch): void {
  for (let index = from; index < to; index++) countingOf(window, index, scratch);
}

/** Bytes of what is fitted to a near-earth satellite. */
export function motionBytes(): u32 {
  return offsetof<Motion>();
}

function countingOf(window: Window, index: u32, scratch: Scratch): i32 {
  const record = window.satellite(index);
  const known = record.publishedCounting;
  if (known != UNKNOWN) return known;
  if (!record.claimCounting(UNKNOWN, BEING_FITTED)) return BEING_FITTED;
  const counting = fit(window, index, record, scratch);
  record.publishCounting(counting);
  return counting;
}

function fit(window: Window, index: u32, record: Satellite, scratch: Scratch): i32 {
  const fitted = fittedTo(window, index);
  if (
    isNear(window, index)
      ? fitMotion(window, record, changetype<Motion>(fitted), scratch)
      : fitTrack(window, record, fitted, scratch)
  ) {
    return FITTED;
  }
  const place = window.takeMinutes();
  if (place >= window.minutesRoom) return SKIPPING_AHEAD;
  record.minutes = place;
  return fillMinutes(window, record, minutesOf(window, record), scratch) ? BY_MINUTES : SKIPPING_AHEAD;
}


@inline
function isNear(window: Window, index: u32): bool {
  return index < window.nearCount;
}


@inline
function fittedTo(window: Window, index: u32): usize {
  const near = window.nearCount;
  return isNear(window, index)
    ? window.motions + <usize>index * offsetof<Motion>()
    : window.tracks + <usize>(index - near) * trackBytes(window.epochs);
}


@inline
function minutesOf(window: Window, record: Satellite): usize {
  const bytes = minutesBytes(window.epochs);
  return window.minutes + <usize>record.minutes * bytes;
}

/**
 * Adds to the work's counts the needed epochs at which the satellite covers the site; the spans are those of the needed
 * epochs.
 */
export function countSatellite(window: Window, index: u32, site: Site, work: Work): void {
  const record = window.satellite(index);
  const counting = countingOf(window, index, work.scratch);
  work.begin(window, record, site);
  if (counting == BY_MINUTES) {
    work.fitted = minutesOf(window, record);
    countMinutes(work);
  } else if (counting != FITTED) {
    countAhead(work);
  } else {
    work.fitted = fittedTo(window, index);
    if (isNear(window, index)) countNear(work);
    else countTrack(work);
  }
}

/** The plain form: looks as often as the satellite's bounds ask for (bySite.ts). */
export function countAhead(work: Work): void {
  const end = work.window.epochs;
  const needed = work.need;
  let run = nextCovered(work, 0, end);
  while (run >= 0) {
    const until = <u32>(run >> 32);
    for (let k = <i32>run; k >= 0; k = nextBit(needed, <u32>k + 1, until)) {
      work.countAt(k);
    }
    run = nextCovered(work, until, end);
  }
}
