/**
 * Makes numbers in (0, 1), always the same for one seed from 1 on, by a linear congruential generator (Park, Miller and
 * Stockmeyer 1993).
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Random places, uniform on the sphere, always the same for one seed. */
export function randomPlaces(count: number, seed: number): { latDeg: number; lonDeg: number }[] {
  const next = randomFrom(seed);
  return Array.from({ length: count }, () => ({
    latDeg: (Math.asin(2 * next() - 1) * 180) / Math.PI,
    lonDeg: 360 * next() - 180,
  }));
}
