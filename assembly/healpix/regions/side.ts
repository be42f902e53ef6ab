/** A side of a polygon, from one vertex to the next along a great circle. */
@unmanaged
export class Side {
  /** The vertex, and its cell. */
  x: f64;
  y: f64;
  z: f64;
  cell: i64;
  /** Unit normal of its plane, to the left. */
  nx: f64;
  ny: f64;
  nz: f64;
  /** Its middle, the direction there to the next vertex, and sine and cosine of half of it. */
  mx: f64;
  my: f64;
  mz: f64;
  dx: f64;
  dy: f64;
  dz: f64;
  sinHalf: f64;
  cosHalf: f64;
}
export const SIDE_BYTES: usize = 120;

/** Sets a side that ends at the vertex of the next; false where it is half a great circle, which there are many of. */
export function openSide(side: Side, next: Side): bool {
  const dx = next.x - side.x;
  const dy = next.y - side.y;
  const dz = next.z - side.z;
  const sx = next.x + side.x;
  const sy = next.y + side.y;
  const sz = next.z + side.z;
  const difference = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const sum = Math.sqrt(sx * sx + sy * sy + sz * sz);
  if (sum < 1e-9) return false;
  side.mx = sx / sum;
  side.my = sy / sum;
  side.mz = sz / sum;
  side.sinHalf = 0.5 * difference;
  side.cosHalf = 0.5 * sum;
  // The vertices' cross product, of short sides too: they differ exactly.
  const nx = sy * dz - sz * dy;
  const ny = sz * dx - sx * dz;
  const nz = sx * dy - sy * dx;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  side.nx = nx / length;
  side.ny = ny / length;
  side.nz = nz / length;
  // Not the vertices' difference, which has their roundings: square to the middle, so that it is 0 there.
  side.dx = side.ny * side.mz - side.nz * side.my;
  side.dy = side.nz * side.mx - side.nx * side.mz;
  side.dz = side.nx * side.my - side.ny * side.mx;
  return true;
}

/** Angle by which the next side turns to the left. */
export function leftTurn(side: Side, next: Side): f64 {
  const x = side.ny * next.nz - side.nz * next.ny;
  const y = side.nz * next.nx - side.nx * next.nz;
  const z = side.nx * next.ny - side.ny * next.nx;
  return Math.atan2(x * next.x + y * next.y + z * next.z, side.nx * next.nx + side.ny * next.ny + side.nz * next.nz);
}

/** Not more than the angle between a point and a side. */
export function distanceToSide(side: Side, x: f64, y: f64, z: f64): f64 {
  const across = Math.abs(side.nx * x + side.ny * y + side.nz * z);
  const dx = x - side.mx;
  const dy = y - side.my;
  const dz = z - side.mz;
  const beyond = Math.sqrt(dx * dx + dy * dy + dz * dz) - 2.0 * Math.sin(0.5 * Math.asin(min(1.0, side.sinHalf)));
  return max(across, beyond);
}

/** How far a direction reaches along a side's middle; that of a point is above 0 on the side's half of its circle. */
@inline
export function towardMiddle(side: Side, x: f64, y: f64, z: f64): f64 {
  return side.mx * x + side.my * y + side.mz * z;
}

/** How far it reaches toward the next vertex; that of a point of the side is from -sinHalf to sinHalf. */
@inline
export function towardNext(side: Side, x: f64, y: f64, z: f64): f64 {
  return side.dx * x + side.dy * y + side.dz * z;
}

/** How far it reaches to the left. */
@inline
export function towardLeft(side: Side, x: f64, y: f64, z: f64): f64 {
  return side.nx * x + side.ny * y + side.nz * z;
}
