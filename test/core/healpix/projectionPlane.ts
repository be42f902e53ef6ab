/**
 * HEALPix in its projection plane (Calabretta & Roukema 2007, MNRAS 381, 865, H = 4, K = 3), where every cell is a
 * square that stands on a corner: slow, and independent of the kernels' arithmetic. The unit of length is an eighth of
 * the equator, so that the twelve base cells have half-diagonals of 1.
 */
export interface PlanePoint {
  x: number;
  y: number;
}

const EIGHTH = Math.PI / 4;
const FACES: PlanePoint[] = [1, 0, -1].flatMap((y) => [0, 1, 2, 3].map((k) => ({ x: 2 * k + Math.abs(y), y })));

export function unproject({ x, y }: PlanePoint): { lonRad: number; latRad: number } {
  if (Math.abs(y) <= 1) return { lonRad: x * EIGHTH, latRad: Math.asin(y / 1.5) };
  const sigma = 2 - Math.abs(y);
  const meridian = 2 * Math.floor(x / 2) + 1;
  const latRad = Math.sign(y) * (Math.PI / 2 - 2 * Math.asin(sigma / Math.sqrt(6)));
  return { lonRad: (meridian + (x - meridian) / sigma) * EIGHTH, latRad };
}

/** Centres of a cell's four parts, in the order of their NESTED numbers: south, east, west, north. */
function parts({ x, y }: PlanePoint, half: number): PlanePoint[] {
  return [
    { x, y: y - half },
    { x: x + half, y },
    { x: x - half, y },
    { x, y: y + half },
  ];
}

/** Centres of all cells of the sphere, in NESTED order. */
export function allCentres(nside: number): PlanePoint[] {
  let centres = FACES;
  for (let half = 1; half > 1 / nside;) {
    half /= 2;
    const step = half;
    centres = centres.flatMap((centre) => parts(centre, step));
  }
  return centres;
}
