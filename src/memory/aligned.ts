/** Rounds a number of bytes up to whole cache lines. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
