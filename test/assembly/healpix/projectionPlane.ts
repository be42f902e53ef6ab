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

export function project(lonRad: number, latRad: number): PlanePoint {
  const eighths = lonRad / EIGHTH;
  const x = eighths - 8 * Math.floor(eighths / 8);
  if (Math.abs(Math.sin(latRad)) <= 2 / 3) return { x, y: 1.5 * Math.sin(latRad) };
  // sqrt(3 (1 - |z|)), by the half-angle formula
  const sigma = Math.sqrt(6) * Math.sin((Math.PI / 2 - Math.abs(latRad)) / 2);
  const meridian = 2 * Math.floor(x / 2) + 1;
  return { x: meridian + (x - meridian) * sigma, y: Math.sign(latRad) * (2 - sigma) };
}

export function unproject({ x, y }: PlanePoint): { lonRad: number; latRad: number } {
  if (Math.abs(y) <= 1) return { lonRad: x * EIGHTH, latRad: Math.asin(y / 1.5) };
  const sigma = 2 - Math.abs(y);
  const meridian = 2 * Math.floor(x / 2) + 1;
  const latRad = Math.sign(y) * (Math.PI / 2 - 2 * Math.asin(sigma / Math.sqrt(6)));
  return { lonRad: (meridian + (x - meridian) / sigma) * EIGHTH, latRad };
}

/**
 * Distance between two points of the plane along its axes, |dx| + |dy|, where x = 8 continues at x = 0. A square of
 * half-diagonal h has the points within h of its centre.
 */
function diagonals(point: PlanePoint, centre: PlanePoint): number {
  const dx = Math.abs(point.x - centre.x) % 8;
  return Math.min(dx, 8 - dx) + Math.abs(point.y - centre.y);
}

function nearest(point: PlanePoint, centres: PlanePoint[]): { centre: PlanePoint; index: number } {
  return centres
    .map((centre, index) => ({ centre, index }))
    .reduce((best, next) => (diagonals(point, next.centre) < diagonals(point, best.centre) ? next : best));
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

/**
 * Finds the NESTED cell of a direction by halving cells; `clearance` is its distance from the cell's edge as a fraction
 * of the half-diagonal.
 */
export function cellInPlane(nside: number, lonRad: number, latRad: number): { ipix: number; clearance: number } {
  const point = project(lonRad, latRad);
  let { centre, index: ipix } = nearest(point, FACES);
  let half = 1;
  for (let size = 1; size < nside; size *= 2) {
    half /= 2;
    const child = nearest(point, parts(centre, half));
    centre = child.centre;
    ipix = 4 * ipix + child.index;
  }
  return { ipix, clearance: 1 - diagonals(point, centre) / half };
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

/** RING numbers of all cells, in NESTED order: they count from north to south, then eastwards from longitude 0. */
export function ringNumbers(nside: number): number[] {
  const keyed = allCentres(nside).map((centre, nest) => ({
    nest,
    south: Math.round(-centre.y * nside),
    east: (unproject(centre).lonRad / EIGHTH + 8) % 8,
  }));
  const ring: number[] = [];
  keyed.sort((a, b) => a.south - b.south || a.east - b.east);
  keyed.forEach(({ nest }, number) => (ring[nest] = number));
  return ring;
}
