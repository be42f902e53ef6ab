/**
 * Grids as the host names them: order + 32 scheme + 64 form of the cells' numbers. All orders from 0 to 29; f64 numbers
 * to order 24, i32 ones to order 13.
 */
export const RING: i32 = 32;
export const AS_I32: i32 = 0;
export const AS_F64: i32 = 1;
export const AS_U64: i32 = 2;


@inline
export function orderOf(grid: i32): i32 {
  return grid & 31;
}


@inline
export function isRing(grid: i32): bool {
  return (grid & RING) != 0;
}


@inline
export function formOf(grid: i32): i32 {
  return grid >> 6;
}


@inline
export function nsideOf(grid: i32): f64 {
  return <f64>((<u32>1) << (grid & 31));
}


@inline
export function cellCountOf(grid: i32): i64 {
  return (<i64>12) << (2 * (grid & 31));
}
