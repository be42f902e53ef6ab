import { SERVICE } from '../../src/fairness/asker.js';
import { cellOf } from '../../src/core/healpix.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { measure, measurePair, median, rate, type Row, type Workload } from './measure.js';
import type { Place, World } from './world.js';

/** Number of places, wherever they are: over half of them a satellite may never stand. */
const PLACES = 50;

/** The week of a satellite at one place, live: in sight of it at some time, a second time, and at places as they come. */
export function weeks(world: World): Workload[] {
  const { analysis, window, freshPlace } = world;
  const exactOf = exactCounter(world);
  return world.classes.map(({ name, norad }): Workload => ({
    name: `live week of a ${name} satellite`,
    async measure() {
      const query = { window, norad, band: 'all', fromEpoch: 0, toEpoch: window.epochCount } as const;
      let place = freshPlace(norad);
      const seen: Place[] = [];
      const ask = async (): Promise<void> => (await analysis.timeseries({ ...query, ...place }, SERVICE)).release();
      const choose = (from?: number) => (): void => void seen.push((place = freshPlace(from)));
      const exact = (): Row['rates'][number] => {
        const counts = seen.splice(0).map((one) => exactOf(norad, one));
        return { value: median(counts), unit: 'exact positions' };
      };
      const { own: first, peer: second } = await measurePair({ prepare: choose(norad), run: ask }, { run: ask });
      const inSight = exact();
      const anywhere = await measure({ prepare: choose(), run: ask }, PLACES);
      return [
        { workload: `${this.name}: first`, ...first, rates: [rate(first, 1, '/s'), inSight] },
        { workload: '  second, at the same place', ...second, rates: [rate(second, 1, '/s')] },
        {
          workload: `  first, at ${PLACES} places as they come`,
          ...anywhere,
          rates: [rate(anywhere, 1, '/s'), exact()],
        },
      ];
    },
  }));
}

/** Counts the positions that the kernels propagate exactly to answer the week of a satellite at a place. */
function exactCounter({ core, window, block }: World): (norad: number, place: Place) => number {
  const { kernels, layout, view } = core;
  const { groupCount, pointer } = window.record;
  const { nside, epochCount } = window;
  const record = block(seriesBytes(core, groupCount, epochCount));
  const slot = block(layout.SLOT_TEXT);
  writeSlot(core, slot);
  return (norad, { latDeg, lonDeg }) => {
    const { index = 0, bands = 0 } = window.satellite(norad) ?? {};
    writeSeries(core, record, { groupCount, epochCount }, { nside, ipix: cellOf(kernels, nside, latDeg, lonDeg) });
    view.setUint32(slot + layout.SLOT_EXACT, 0, true);
    kernels.coverTracked(pointer, index, record + layout.SERIES_SITE, 0, epochCount, slot);
    kernels.fillSeries(pointer, record, bands, slot);
    return view.getUint32(slot + layout.SLOT_EXACT, true);
  };
}
