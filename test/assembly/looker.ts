import type { MeanElements } from '../../src/core/elements.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { lookFrom, siteOf, type Vector } from '../helpers/geometry.js';
import { block, recordWriter } from '../helpers/memory.js';
import type { Place } from '../../src/core/records/seriesRecord.js';

/**
 * Returns the unit vector to a satellite from a place, its elevation in degrees and its Earth-fixed position in km;
 * undefined if the satellite cannot be propagated then. The satellite may be ahead on its orbit by some time.
 */
export type Look = (
  tUs: number,
  aheadUs?: number,
) => { direction: Vector; elevationDeg: number; position: Vector } | undefined;

/** Creates the slow twin of looks, which uses only the kernels' propagation of one satellite and plain geometry. */
export function createLooker(core: OwnedCore): (elements: MeanElements, place: Place) => Look {
  const { kernels, layout, view } = core;
  const instant = block(core, layout.INSTANT_BYTES);
  const position = block(core, layout.ORBIT_BYTES);
  const init = recordWriter(core);
  return (elements, place) => {
    const record = block(core, kernels.deepRecordBytes());
    init(record, elements);
    const site = siteOf(place);
    return (tUs, aheadUs = 0) => {
      view.setFloat64(instant, tUs, true);
      kernels.writeInstants(instant, 1, 1, instant);
      // The Earth's rotation stays that at `tUs`: only the satellite is ahead.
      view.setFloat64(instant, tUs + aheadUs, true);
      if (kernels.sgp4Fixed(record, instant, position) !== 0) return undefined;
      const at = (i: number): number => view.getFloat64(position + 8 * i, true);
      const fixed: Vector = [at(0), at(1), at(2)];
      return { ...lookFrom(site, fixed), position: fixed };
    };
  };
}
