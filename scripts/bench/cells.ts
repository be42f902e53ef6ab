import { crc32, deflateRawSync } from 'node:zlib';
import { cellId } from '../../src/compute/map/runIndex.js';
import { sharingRanges } from '../../src/core/records/emitterGroups.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { writeRingSlice } from '../../src/core/records/sweepRecord.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { createMapBlocks, type MapMemory } from '../../src/memory/mapBlocks.js';
import { measure, measurePair, rate, type Row, type Workload } from './measure.js';
import type { World } from './world.js';

/** A step takes some microseconds; the processor's clock is as coarse. */
const CALLS = 50;
const EPOCH = 1234;
const RUN_ID = 1;

/** Cells of one minute, step by step, and their text against JSON.stringify and zlib. */
export function cells(world: World): Workload[] {
  return world.classes
    .filter(({ name }) => name !== 'Starlink')
    .map(({ name, norad }): Workload => ({
      name: `cells of a minute of a ${name} satellite`,
      async measure() {
        const { core, ringTables, window } = world;
        const maps = createMapBlocks(core, ringTables, 1);
        const block = await maps.acquire(window, SERVICE);
        try {
          return [...(await stepsOf(world, block.memory, norad, this.name)), ...(await textsOf(world, block.memory))];
        } finally {
          block.release();
        }
      },
    }));
}

async function stepsOf(
  { core, window, block }: World,
  { rings, map, positions, work, list, output }: MapMemory,
  norad: number,
  name: string,
): Promise<Row[]> {
  const { kernels, layout, bytes } = core;
  const { pointer } = window.record;
  const { index = 0, bands = 0 } = window.satellite(norad) ?? {};
  const slot = block(layout.SLOT_TEXT);
  writeSlot(core, slot);
  const scratch = slot + layout.SLOT_SCRATCH;
  const ranges = sharingRanges(core, pointer, bands);
  const text = output + layout.CELL_TEXT_AT;
  kernels.openPositions(pointer, positions);
  writeRingSlice(core, work, { rings, firstRing: 1, lastRing: 4 * window.nside - 1, heads: map, maps: map });
  const place = (): void => {
    for (const [from, to] of ranges) kernels.epochPositions(pointer, EPOCH, from, to, scratch, positions);
  };
  const draw = (): void => {
    kernels.clearMap(rings, map);
    for (const [from, to] of ranges) kernels.addFootprints(work, 0, positions, from, to, index);
    kernels.sumRings(rings, map);
  };
  const enlist = (): number => kernels.listCovered(rings, positions, index, map, scratch, list);
  place();
  draw();
  const count = enlist();
  const emit = (): number => kernels.emitCells(list, cellId(RUN_ID, EPOCH, 0), EPOCH, 0, count, output, text);
  const textBytes = emit();
  const steps: readonly (readonly [name: string, run: () => unknown])[] = [
    ['positions', place],
    ['footprints and sums', draw],
    ['listing', enlist],
    ['JSON', emit],
    ['DEFLATE', () => kernels.deflateCells(output, count, 1)],
    ['CRC-32', () => crc32(bytes.subarray(text + 1, text + textBytes))],
  ];
  const rows: Row[] = [];
  for (const [step, run] of steps) {
    const repeated = (): void => {
      for (let i = 0; i < CALLS; i++) run();
    };
    const times = await measure({ pieces: CALLS, run: repeated });
    rows.push({ workload: `  ${step}`, ...times, rates: [{ value: 1000 * times.paceMs, unit: 'us' }] });
  }
  const [first] = rows;
  if (first !== undefined) first.workload = `${name}, ${count}: positions`;
  return rows;
}

/** The text that the steps have left, written anew. */
async function textsOf({ core, window }: World, { list, output }: MapMemory): Promise<Row[]> {
  const { kernels, layout, bytes, view } = core;
  const count = view.getUint32(list + layout.CELL_LIST_COUNT, true);
  const text = output + layout.CELL_TEXT_AT;
  const emit = (): number => kernels.emitCells(list, cellId(RUN_ID, EPOCH, 0), EPOCH, 0, count, output, text);
  const written = Buffer.from(bytes.slice(text + 1, text + emit()));
  const entries: unknown = JSON.parse(`[${written.toString()}]`);
  if (JSON.stringify(entries) !== `[${written.toString()}]`) throw new Error(`texts differ, nside ${window.nside}`);
  const json = await measurePair({ run: emit }, { run: () => JSON.stringify(entries) });
  let deflatedBytes = 0;
  const zipped = await measurePair(
    { run: () => (deflatedBytes = kernels.deflateCells(output, count, 1)) },
    { run: () => deflateRawSync(written, { level: 1 }) },
  );
  const share = deflatedBytes / deflateRawSync(written, { level: 1 }).length;
  return [
    {
      workload: '  JSON, beside objects',
      ...json.own,
      rates: [rate(json.own, written.length / 1e9, 'GB/s')],
      ratio: { value: json.ratio, to: 'x JSON.stringify' },
    },
    {
      workload: '  DEFLATE, beside zlib',
      ...zipped.own,
      rates: [rate(zipped.own, written.length / 1e9, 'GB/s'), { value: share, unit: 'of the bytes of zlib, level 1' }],
      ratio: { value: zipped.ratio, to: 'x zlib, level 1' },
    },
  ];
}
