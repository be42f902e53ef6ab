import { placeFootprint } from '../../footprint/footprint';
import { Footprint } from '../../records/footprint';
import { Places } from '../../records/places';
import { RingTable } from '../../records/ringTable';
import { Scratch } from '../../records/scratch';
import { Position } from '../../records/state';
import { Window } from '../../records/window';
import { fixedPair } from '../../sgp4/fixedPair';
import { OK } from '../../status';

/** Bytes of the places of so many satellites. */
export function placesBytes(count: u32): u32 {
  return offsetof<Places>() + 4 * planeBytes(count);
}

/** Rows of whole vectors, with one to spare: what follows a range is read with it, and not heeded. */
@inline
function planeBytes(count: u32): u32 {
  return ((count << 3) + 127) & ~63;
}

/** Makes room for the positions of all satellites of a window, with their minimum elevations: nobody is anywhere yet. */
export function openPlaces(window: Window, places: Places): void {
  const count = window.satelliteCount;
  clearPlaces(places, count);
  for (let index: u32 = 0; index < count; index++) {
    store<f64>(places.entry(index) + 3 * places.plane, window.satellite(index).sinMinElevation);
  }
}

/** Writes where the satellites [from, to) are at epoch k; NaN where one fails. Returns how many fail. */
export function epochPositions(window: Window, k: u32, from: u32, to: u32, scratch: Scratch, places: Places): u32 {
  const instant = window.instant(k);
  const near = min(to, window.nearCount);
  const pair = scratch.pair;
  const y = <usize>places.plane;
  const z = y + y;
  let at = places.entry(from);
  let failed: u32 = 0;
  for (let index = from; index < to;) {
    // Near-earth satellites are paired with near-earth ones.
    const last = index < near ? near - 1 : to - 1;
    const record = window.satellite(index);
    const partner = index < last ? window.satellite(index + 1) : record;
    const status = fixedPair(record, partner, instant, instant, false, scratch);
    failed += u32((status & 0xff) != OK);
    store<f64>(at, pair.x0);
    store<f64>(at + y, pair.y0);
    store<f64>(at + z, pair.z0);
    index++;
    at += 8;
    if (partner == record) continue;
    failed += u32(status >>> 8 != OK);
    store<f64>(at, pair.x1);
    store<f64>(at + y, pair.y1);
    store<f64>(at + z, pair.z1);
    index++;
    at += 8;
  }
  return failed;
}

/** Places of their own for `count` of the satellites: `indexes` (u32) are their numbers, `stride` bytes apart. */
export function pickPlaces(places: Places, indexes: usize, stride: u32, count: u32, out: Places): void {
  clearPlaces(out, count);
  for (let i: u32 = 0; i < count; i++, indexes += stride) {
    const index = load<u32>(indexes);
    for (let p: u32 = 0; p < 4; p++)
      store<f64>(out.entry(i) + p * out.plane, load<f64>(places.entry(index) + p * places.plane));
  }
}

/** Prepares the footprint of one of the satellites where it is. */
export function footprintOf(rings: RingTable, places: Places, index: u32, footprint: Footprint): void {
  ownPosition(places, index, footprint.own);
  placeFootprint(footprint, rings, footprint.own, places.sine(index));
}

/** Writes the position of one of the satellites. */
export function ownPosition(places: Places, index: u32, own: Position): void {
  own.x = places.x(index);
  own.y = places.y(index);
  own.z = places.z(index);
}

/** NaN everywhere, so that whoever is not placed has no footprint. */
function clearPlaces(places: Places, count: u32): void {
  const plane = planeBytes(count);
  places.count = count;
  places.plane = plane;
  const from = places.entry(0);
  const end = from + 4 * plane;
  for (let at = from; at < end; at += 16) v128.store(at, f64x2.splat(NaN));
}
