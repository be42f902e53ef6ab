import { pack, spread } from '../math/morton';
import { eighthsOfFace } from './place';
import { ringFirst, ringLength, ringOf, ringQuarter, ringShift } from './ring';

/**
 * NESTED number of the cell (x, y) of a face. The twelve base cells ("faces") are 0 to 3 around the north pole, 4 to 7
 * on the equator, 8 to 11 around the south pole; x grows north-east, y north-west, both from the southern corner
 * (Gorski et al. 2005, section 5.2 and fig. 5). nside is a power of two.
 */
@inline
export function nestedOf(nside: i32, face: i32, x: i32, y: i32): i32 {
  return face * nside * nside + <i32>(spread(<u32>x) | (spread(<u32>y) << 1));
}

/**
 * NESTED number of a cell of the equatorial belt, by the numbers of two lines of cell edges beside it: `up`, ascending,
 * the integer part of nside (1/2 + q - 3/4 z), and `down`, descending, that of nside (1/2 + q + 3/4 z), with q the
 * longitude in quarter turns and z the sine of the latitude.
 */
export function beltCell(nside: i32, up: i32, down: i32): i32 {
  const order = ctz(nside);
  let faceUp = up >> order;
  let faceDown = down >> order;
  // On the belt's rims, an ulp west of longitude 0, rounding puts the lines into the next turn, which is undone here.
  // There healpix_cxx 3.80 returns the west corner of face 4 in the north, 45 degrees away, and a cell of a thirteenth
  // face in the south.
  if (faceUp > 4 || faceDown > 4) {
    faceUp -= 4;
    faceDown -= 4;
  }
  const face = faceUp == faceDown ? faceUp | 4 : faceUp < faceDown ? faceUp : faceDown + 8;
  return nestedOf(nside, face, down & (nside - 1), nside - 1 - (up & (nside - 1)));
}

/** NESTED number of the cell with the given RING number. */
export function ring2nest(nside: i32, ipix: i32): i32 {
  const ring = ringOf(nside, ipix);
  return nestedInRing(nside, ring, ipix - ringFirst(nside, ring));
}

/** NESTED number of cell `index` of a ring, counted from 0. */
export function nestedInRing(nside: i32, ring: i32, index: i32): i32 {
  if (ring >= nside && ring <= 3 * nside) {
    const halves = nside + 2 * index + ringShift(nside, ring);
    return beltCell(nside, (halves - 2 * nside + ring) >> 1, (halves + 2 * nside - ring) >> 1);
  }
  const quarter = ringQuarter(nside, ring);
  const face = index / quarter;
  const east = index - face * quarter;
  return ring < nside
    ? nestedOf(nside, face, nside - quarter + east, nside - 1 - east)
    : nestedOf(nside, face + 8, east, quarter - 1 - east);
}

/** Ring of the cell with the given NESTED number, counted from 1 at the north pole. */
export function ringOfNested(nside: i32, ipix: i32): i32 {
  const cells = nside * nside;
  const face = ipix / cells;
  const code = <u32>(ipix - face * cells);
  return ((face >> 2) + 2) * nside - <i32>(pack(code) + pack(code >> 1)) - 1;
}

/** Position in its ring, counted from 0, of the cell with the given NESTED number. */
export function indexOfNested(nside: i32, ring: i32, ipix: i32): i32 {
  const cells = nside * nside;
  const face = ipix / cells;
  const code = <u32>(ipix - face * cells);
  const quarter = ringQuarter(nside, ring);
  const halves = eighthsOfFace(face) * quarter + <i32>pack(code) - <i32>pack(code >> 1);
  const index = (halves - ringShift(nside, ring)) >> 1;
  return index < 0 ? index + ringLength(nside, ring) : index;
}

/** RING number of the cell with the given NESTED number. */
export function nest2ring(nside: i32, ipix: i32): i32 {
  const ring = ringOfNested(nside, ipix);
  return ringFirst(nside, ring) + indexOfNested(nside, ring, ipix);
}
