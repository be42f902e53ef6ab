import { writeRingSlice } from '../../src/core/records/sweepRecord.js';
import { measurePair, rate, type Row, type Times, type Workload } from './measure.js';
import type { World } from './world.js';

const CALLS = 200;
const EPOCHS = 8;

/** Footprints into a map of differences, and what is done with whole maps. */
export function maps({ core, window, satellites, ringTables, block }: World): Workload[] {
  const { kernels, layout, bytes, view, memory } = core;
  const { pointer: rings, mapBytes, nside } = ringTables.of(window.nside);
  const scratch = block(Math.max(layout.SCRATCH_BYTES, layout.FOOTPRINT_BYTES + layout.SITE_BYTES));
  const positions = block(kernels.positionsBytes(satellites.length));
  const work = block(layout.FOOTPRINT_WORK_BYTES);
  const position = block(24);
  const map = block(mapBytes);
  const runs = block(4 * 4 * nside);
  kernels.openPositions(window.record.pointer, positions);
  const place = (epoch: number): void =>
    void kernels.epochPositions(window.record.pointer, epoch, 0, satellites.length, scratch, positions);
  writeRingSlice(core, work, { rings, firstRing: 1, lastRing: 4 * nside - 1, heads: map, maps: map });
  const count = (): void => kernels.addFootprints(work, 0, positions, 0, satellites.length, -1);
  const countExactly = (): void => kernels.addFootprintsExactly(rings, positions, 0, satellites.length, map, scratch);

  /** Ring intervals of all footprints at the positions. */
  const intervals = (): number => {
    const minElevationDeg = new Map(
      satellites.map((satellite, i) => [window.record.indexOf[i], satellite.minElevationDeg]),
    );
    let sum = 0;
    for (let index = 0; index < satellites.length; index++) {
      const sine = Math.sin(((minElevationDeg.get(index) ?? 0) * Math.PI) / 180);
      kernels.writeEphemeris(window.record.pointer, index, 0, 1, scratch, position);
      kernels.writeFootprint(scratch, rings, position, sine);
      const last = view.getInt32(scratch + layout.FOOTPRINT_LAST_RING, true);
      for (let r = view.getInt32(scratch + layout.FOOTPRINT_FIRST_RING, true); r <= last; r++) {
        const ring = rings + layout.RING_TABLE_HEADER_BYTES + (r - 1) * layout.RING_BYTES;
        sum += kernels.ringRuns(scratch, ring, runs);
      }
    }
    return sum;
  };

  const footprints: Workload = {
    name: 'sweep: footprints of all satellites at an epoch',
    async measure() {
      place(0);
      const ofOne = intervals();
      bytes.fill(0, map, map + mapBytes);
      const repeat = (call: () => void) => ({
        pieces: EPOCHS,
        run() {
          for (let i = 0; i < EPOCHS; i++) call();
        },
      });
      const { own, peer, ratio } = await measurePair(repeat(count), repeat(countExactly));
      const rates = ({ paceMs }: Times): Row['rates'] => [
        { value: (1e6 * paceMs) / ofOne, unit: 'ns per ring interval' },
        { value: ofOne, unit: 'intervals' },
      ];
      return [
        { workload: this.name, ...own, rates: rates(own), ratio: { value: ratio, to: 'x in f64 alone' } },
        { workload: '  in f64 alone', ...peer, rates: rates(peer) },
      ];
    },
  };

  const whole = (name: string, run: () => void): Workload => ({
    name: `map of nside ${nside}: ${name}`,
    async measure() {
      place(0);
      bytes.fill(0, map, map + mapBytes);
      count();
      const repeat = (call: () => void) => (): void => {
        for (let i = 0; i < CALLS; i++) call();
      };
      // Of memory that is not shared: V8 copies shared memory with more care.
      const from = new Uint8Array(memory.buffer, map, mapBytes).slice();
      const to = new Uint8Array(mapBytes);
      const { own, ratio } = await measurePair(
        { pieces: CALLS, run: repeat(run) },
        { pieces: CALLS, run: repeat(() => to.set(from)) },
      );
      const rates = [rate(own, mapBytes / 1e9, 'GB/s')];
      return [{ workload: this.name, ...own, rates, ratio: { value: ratio, to: 'x memory copy' } }];
    },
  });

  return [
    footprints,
    whole('sumRings', () => {
      kernels.sumRings(rings, map);
    }),
  ];
}
