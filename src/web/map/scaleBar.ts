const LONGEST_PX = 110;

/** Length in km of a bar of at most LONGEST_PX: 1, 2 or 5 times a power of ten. */
export function barKm(kmPerPx: number): number {
  const longest = LONGEST_PX * kmPerPx;
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * ([5, 2].find((step) => step * power <= longest) ?? 1);
}
