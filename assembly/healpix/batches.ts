import { nest2ring, ring2nest } from './face';
import { ang2pixNest, pix2angNest } from './pixel';

/*
 * HEALPix over many points or cells: the kernels behind the grids of the core's package. Points are pairs of f64
 * (longitude and latitude, degrees). Cells are i32 numbers, RING ones if `ring` is 1 and NESTED ones if it is 0. Each
 * kernel ends at the first item that is not valid and returns its index; it returns -1 if all items are valid.
 */

const RAD_PER_DEG: f64 = Math.PI / 180.0;

/** Whether a number names a cell of nside. */
@inline
export function isCell(nside: i32, ipix: i32): bool {
  return <u32>ipix < <u32>(12 * nside * nside);
}

/** NESTED number of a cell whose number is of the RING scheme if `ring` is 1, of the NESTED scheme if it is 0. */
@inline
export function nestedOfScheme(nside: i32, ring: i32, ipix: i32): i32 {
  return ring != 0 ? ring2nest(nside, ipix) : ipix;
}

/** Number of a NESTED cell in the RING scheme if `ring` is 1, in the NESTED scheme if it is 0. */
@inline
export function numberInScheme(nside: i32, ring: i32, nested: i32): i32 {
  return ring != 0 ? nest2ring(nside, nested) : nested;
}

/**
 * Writes the cell of each of `count` points; returns the index of the first invalid point, or -1. A latitude of -90 to
 * 90 and any finite longitude are valid.
 */
export function cellsOfPoints(nside: i32, ring: i32, points: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i++) {
    const point = points + ((<usize>i) << 4);
    const lonDeg = load<f64>(point);
    const latDeg = load<f64>(point, 8);
    if (!(Math.abs(latDeg) <= 90.0 && Math.abs(lonDeg) < Infinity)) return i;
    const nested = ang2pixNest(nside, lonDeg * RAD_PER_DEG, latDeg * RAD_PER_DEG);
    store<i32>(out + ((<usize>i) << 2), numberInScheme(nside, ring, nested));
  }
  return -1;
}

/**
 * Writes the centre of each of `count` cells, longitude from 0 to below 360; returns the index of the first invalid
 * cell, or -1.
 */
export function centresOfCells(nside: i32, ring: i32, cells: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i++) {
    const ipix = load<i32>(cells + ((<usize>i) << 2));
    if (!isCell(nside, ipix)) return i;
    const point = out + ((<usize>i) << 4);
    pix2angNest(nside, nestedOfScheme(nside, ring, ipix), point);
    store<f64>(point, load<f64>(point) / RAD_PER_DEG);
    store<f64>(point, load<f64>(point, 8) / RAD_PER_DEG, 8);
  }
  return -1;
}

/**
 * Writes the number of each of `count` cells in the RING scheme if `toRing` is 1, in the NESTED scheme if it is 0;
 * returns the index of the first invalid cell, or -1. `out` may be `cells`.
 */
export function renumberCells(nside: i32, ring: i32, toRing: i32, cells: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i++) {
    const ipix = load<i32>(cells + ((<usize>i) << 2));
    if (!isCell(nside, ipix)) return i;
    const number = ring == toRing ? ipix : ring != 0 ? ring2nest(nside, ipix) : nest2ring(nside, ipix);
    store<i32>(out + ((<usize>i) << 2), number);
  }
  return -1;
}
