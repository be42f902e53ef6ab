/*
 * Rings of constant latitude (Gorski et al. 2005, ApJ 622, 759, section 5.1), counted from 1 at the north pole to
 * 4 nside - 1. RING numbers run along them, eastwards from longitude 0. Any nside from 1 to 8192.
 */

/** Number of rings of the sphere. */
@inline
export function ringCount(nside: i32): i32 {
  return 4 * nside - 1;
}

/** Number of cells in a quarter of a ring. */
@inline
export function ringQuarter(nside: i32, ring: i32): i32 {
  return min(nside, min(ring, 4 * nside - ring));
}

/** Number of cells of a ring. */
@inline
export function ringLength(nside: i32, ring: i32): i32 {
  return 4 * ringQuarter(nside, ring);
}

/** RING number of the ring's first cell. */
export function ringFirst(nside: i32, ring: i32): i32 {
  if (ring < nside) return 2 * ring * (ring - 1);
  if (ring <= 3 * nside) return 2 * nside * (nside - 1) + (ring - nside) * 4 * nside;
  const south = 4 * nside - ring;
  return 12 * nside * nside - 2 * south * (south + 1);
}

/** 1 if the first cell's centre lies half a cell east of longitude 0, 0 if it lies on longitude 0. */
@inline
export function ringShift(nside: i32, ring: i32): i32 {
  return ring < nside || ring > 3 * nside ? 1 : 1 - ((ring - nside) & 1);
}

/** Longitude of the centre of cell `index` of the ring, counted from 0; radians in [0, 2 pi). */
export function ringLongitude(nside: i32, ring: i32, index: i32): f64 {
  const halves = 2 * index + ringShift(nside, ring);
  return (<f64>halves * (0.25 * Math.PI)) / <f64>ringQuarter(nside, ring);
}

/** Sine of the ring's latitude (Gorski et al. 2005, eqs. 4 and 8). */
export function ringZ(nside: i32, ring: i32): f64 {
  if (ring < nside) return 1.0 - capDepth(nside, ring);
  if (ring <= 3 * nside) return <f64>(2 * (2 * nside - ring)) / <f64>(3 * nside);
  return capDepth(nside, 4 * nside - ring) - 1.0;
}

/** Cosine of the ring's latitude, without the loss of digits that sqrt(1 - z^2) has near the poles. */
export function ringCosLatitude(nside: i32, ring: i32): f64 {
  if (ring < nside || ring > 3 * nside) {
    const depth = capDepth(nside, min(ring, 4 * nside - ring));
    return Math.sqrt(depth * (2.0 - depth));
  }
  const z = ringZ(nside, ring);
  return Math.sqrt((1.0 - z) * (1.0 + z));
}

/** 1 - |z| of a ring of a polar cap; `fromPole`: its number, counted from 1 at its pole. */
@inline
function capDepth(nside: i32, fromPole: i32): f64 {
  return <f64>(fromPole * fromPole) / <f64>(3 * nside * nside);
}

/** Ring of the cell with the given RING number. */
export function ringOf(nside: i32, ipix: i32): i32 {
  const cap = 2 * nside * (nside - 1);
  const cells = 12 * nside * nside;
  if (ipix < cap) return polarRingOf(ipix);
  if (ipix < cells - cap) return nside + (ipix - cap) / (4 * nside);
  return 4 * nside - polarRingOf(cells - 1 - ipix);
}

/** Ring of a RING number in the northern cap: the largest r with 2 r (r - 1) <= ipix. */
@inline
function polarRingOf(ipix: i32): i32 {
  return (1 + <i32>Math.sqrt(<f64>(1 + 2 * ipix) + 0.5)) >>> 1;
}
