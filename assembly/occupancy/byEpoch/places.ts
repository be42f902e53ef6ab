import { OWN_POSITION, placeFootprint } from '../../footprint/footprint';
import { PLACES_COUNT, PLACES_HEADER_BYTES, PLACES_PLANE } from '../../layout';
import { Position } from '../../records/state';
import { Window } from '../../records/window';
import { rangePositions } from '../../window';

/** Bytes of the places of so many satellites. */
export function placesBytes(count: u32): u32 {
  return PLACES_HEADER_BYTES + 4 * planeBytes(count);
}

/** Rows of whole vectors, with one to spare: what follows a range is read with it, and not heeded. */
@inline
function planeBytes(count: u32): u32 {
  return ((count << 3) + 127) & ~63;
}

/** Makes room for the positions of all satellites of a window, with their minimum elevations: nobody is anywhere yet. */
export function openPlaces(window: Window, places: usize): void {
  const count = window.satelliteCount;
  clearPlaces(places, count);
  for (let index: u32 = 0; index < count; index++) {
    storeAt(places, 3, index, window.satellite(index).sinMinElevation);
  }
}

/** Where the satellites [from, to) are at epoch k. Returns how many fail. `scratch`: 256 bytes. */
export function epochPositions(window: Window, k: u32, from: u32, to: u32, scratch: usize, places: usize): u32 {
  const plane = <usize>load<u32>(places, PLACES_PLANE);
  const x = places + PLACES_HEADER_BYTES + ((<usize>from) << 3);
  return rangePositions(window, k, from, to, scratch, x, x + plane, x + 2 * plane, 8);
}

/** Places of their own for `count` of the satellites: `indexes` (u32) are their numbers, `stride` bytes apart. */
export function pickPlaces(places: usize, indexes: usize, stride: u32, count: u32, out: usize): void {
  clearPlaces(out, count);
  for (let i: u32 = 0; i < count; i++, indexes += stride) {
    const index = load<u32>(indexes);
    for (let p: u32 = 0; p < 4; p++) storeAt(out, p, i, loadAt(places, p, index));
  }
}

/** Prepares the footprint of one of the satellites where it is. */
export function footprintOf(rings: usize, places: usize, index: u32, footprint: usize): void {
  const sine = ownPosition(places, index, footprint);
  placeFootprint(footprint, rings, changetype<Position>(footprint + OWN_POSITION), sine);
}

/** Lays the position of one of the satellites into a footprint's record; returns the sine of its minimum elevation. */
export function ownPosition(places: usize, index: u32, footprint: usize): f64 {
  const own = footprint + OWN_POSITION;
  for (let p: u32 = 0; p < 3; p++) store<f64>(own + ((<usize>p) << 3), loadAt(places, p, index));
  return loadAt(places, 3, index);
}

/** NaN everywhere, so that whoever is not placed has no footprint. */
function clearPlaces(places: usize, count: u32): void {
  const plane = planeBytes(count);
  store<u32>(places, count, PLACES_COUNT);
  store<u32>(places, plane, PLACES_PLANE);
  const end = places + PLACES_HEADER_BYTES + 4 * plane;
  for (let at = places + PLACES_HEADER_BYTES; at < end; at += 16) v128.store(at, f64x2.splat(NaN));
}


@inline
function entry(places: usize, plane: u32, index: u32): usize {
  return places + PLACES_HEADER_BYTES + <usize>plane * load<u32>(places, PLACES_PLANE) + ((<usize>index) << 3);
}


@inline
function loadAt(places: usize, plane: u32, index: u32): f64 {
  return load<f64>(entry(places, plane, index));
}


@inline
function storeAt(places: usize, plane: u32, index: u32, value: f64): void {
  store<f64>(entry(places, plane, index), value);
}
