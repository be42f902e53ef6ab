import { eciToEcf, gstime, sgp4 } from 'satellite.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import { measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

const EPOCHS = 8;

export function positions({ core, window, satellites, block }: World): Workload {
  return {
    name: 'SGP4 to Earth-fixed',
    async measure() {
      const places = block(core.kernels.placesBytes(satellites.length));
      core.kernels.openPlaces(window.record.pointer, places);
      const scratch = block(core.layout.SLOT_SCRATCH_BYTES);
      const satrecs = satellites.map(({ elements }) => ({ satrec: satrecOf(elements), epochUs: elements.epochUs }));
      const own = {
        pieces: EPOCHS * satellites.length,
        run(i: number) {
          for (let k = i * EPOCHS; k < (i + 1) * EPOCHS; k++) {
            core.kernels.epochPositions(window.record.pointer, k, 0, satellites.length, scratch, places);
          }
        },
      };
      // The same epochs, one of them in each repetition.
      const peer = {
        pieces: satellites.length,
        run(i: number) {
          const us = window.startUs + i * EPOCHS * 60e6;
          const gmst = gstime(new Date(us / 1000));
          for (const { satrec, epochUs } of satrecs) {
            const state = sgp4(satrec, (us - epochUs) / 60e6);
            if (state !== null) eciToEcf(state.position, gmst);
          }
        },
      };
      const { own: times, peer: peerTimes, ratio } = await measurePair(own, peer);
      const unit = 'M/s';
      return [
        {
          workload: this.name,
          ...times,
          rates: [rate(times, 1e-6, unit)],
          ratio: { value: ratio, to: 'x satellite.js' },
        },
        { workload: '  satellite.js 7.1.0', ...peerTimes, rates: [rate(peerTimes, 1e-6, unit)] },
      ];
    },
  };
}
