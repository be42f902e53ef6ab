/** Centimetres in a kilometre: tracks are packed in centimetres. */
const PER_KM = 100_000;
/**
 * Order of the differences. Seventh differences of positions a minute apart take a byte each along most orbits: they
 * are then about as small as rounding to centimetres makes them.
 */
const ORDER = 7;
const AXES = 3;
/** Most bytes of a varint: enough for the farthest orbits. */
const MOST_BYTES = 7;

/**
 * Packs a track: Earth-fixed x, y, z in km, epoch by epoch, NaN in gaps. For each stretch without gaps it writes the
 * numbers of epochs in the gap before and in the stretch, and the seventh difference of each coordinate in centimetres,
 * whose values before the stretch count as 0. All are LEB128 varints, the differences zigzag-folded.
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
