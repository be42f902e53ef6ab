/** Metres of a unit. */
const PER_KM = 1000;
/** Differences of this order are small along any orbit a minute apart, and the rounding's not much larger. */
const ORDER = 5;
const AXES = 3;
/** Bytes of a varint at most: larger numbers than of the farthest orbits. */
const MOST_BYTES = 7;

/**
 * Packs a track, Earth-fixed x, y, z in km per epoch, in metres: for each stretch without gaps how many epochs before it
 * are NaN and how many it has, then per epoch and axis the fifth difference, which begins anew with each stretch. All are
 * LEB128 varints, the differences zigzag-folded.
 */
export function encodeTrack(positions: Float64Array): Uint8Array {
  const bytes = new Uint8Array(positions.length * MOST_BYTES + 2 * MOST_BYTES);
  let end = 0;
  const put = (value: number): void => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[end++] = (rest % 0x80) | 0x80;
    bytes[end++] = rest;
  };
  const epochs = positions.length / AXES;
  const isKnown = (epoch: number): boolean => !Number.isNaN(positions[AXES * epoch]);
  for (let epoch = 0; epoch < epochs;) {
    const before = epoch;
    while (epoch < epochs && !isKnown(epoch)) epoch++;
    const from = epoch;
    while (epoch < epochs && isKnown(epoch)) epoch++;
    put(from - before);
    put(epoch - from);
    const last = new Float64Array(AXES * ORDER);
    for (let i = AXES * from; i < AXES * epoch; i++) {
      let difference = Math.round(PER_KM * (positions[i] as number));
      for (let k = ORDER * (i % AXES); k < ORDER * ((i % AXES) + 1); k++) {
        const next = difference - (last[k] as number);
        last[k] = difference;
        difference = next;
      }
      put(difference < 0 ? -2 * difference - 1 : 2 * difference);
    }
  }
  return bytes.slice(0, end);
}
