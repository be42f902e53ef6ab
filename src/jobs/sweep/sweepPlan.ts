import type { Knex } from 'knex';
import { cellCount, cellOf } from '../../core/healpix.js';
import type { OwnedCore } from '../../core/instance.js';
import { listPlaces } from '../../db/analysis/stations.js';
import { deletePublishedBlocks } from '../../db/analysis/sweepBlocks.js';
import {
  findMissing,
  insertSweep,
  lockWindow,
  setSweepStatus,
  type Sweep,
  unfinishedSweep,
} from '../../db/analysis/sweeps.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { countsAround, type SweepShape } from '../../memory/sweep/sweepGroups.js';

/** Cells whose series a sweep stores: the cells of ground stations, or all. */
export type SweptCells = 'stations' | 'all';

/** Cells that a sweep of a window is to store. */
export interface WantedCells {
  which: SweptCells;
  /** Whether a window with stored cells gets further ones too. */
  evenLater: boolean;
}

/** Plan of a sweep over a window in memory, for the threads. */
export interface SweepPlan extends Omit<SweepShape, 'blockEpochs'> {
  /** Satellite and bands of each run index, in the order of the rows of counts. */
  indexes: { noradNumber: number; bands: number }[];
}

/** Most epochs in a block. A block is stored as a whole: a process that is killed loses the blocks under way. */
const MOST_BLOCK_EPOCHS = 60;
/**
 * Memory of a thread, in bytes, for its results while it counts a block, and for occupancies while it joins a part of
 * all blocks.
 */
const THREAD_BYTES = 64 * 2 ** 20;
/** Memory of a thread, in bytes, for counts while it joins a part of all blocks. */
const COUNT_BYTES = 32 * 2 ** 20;

/**
 * Cells up to which counting each by site costs less processor time than counting all of them on maps. With 15,977
 * satellites a cell takes 0.1 s by site, the maps of a week 40 s; with 6,381 satellites half of that each.
 */
const FEW_CELLS = 400;
/** Cells up to which counting by site costs less if runs need maps anyway: on maps, cells add some 2 s. */
const FEW_CELLS_BESIDE_MAPS = 20;

/**
 * Begins the sweep that a window needs. It goes on with a sweep that is not completed, or plans a new one: of the
 * tracked satellites without a completed run, and of the cells that are not stored yet. A window with stored cells gets
 * more of them only with `cells.evenLater`: a run alone costs much less, and cells can be answered live. Undefined if
 * nothing is missing.
 */
export async function beginSweep(
  knex: Knex,
  core: OwnedCore,
  window: LoadedWindow,
  cells: WantedCells,
): Promise<Sweep | undefined> {
  await deletePublishedBlocks(knex);
  return knex.transaction(async (trx) => {
    await lockWindow(trx, window.id);
    const begun = await unfinishedSweep(trx, window.id);
    if (begun !== undefined) {
      await setSweepStatus(trx, begun, 'running');
      return { ...begun, status: 'running' };
    }
    const { noradNumbers, storedCells } = await findMissing(trx, window.id);
    const isFirst = storedCells?.length === 0;
    const wanted = isFirst || cells.evenLater;
    const ipix = wanted ? await missingCells(trx, core, window, cells.which, storedCells) : [];
    if (noradNumbers.length === 0 && ipix?.length === 0) return undefined;
    const groups = window.record.groupCount;
    const count = ipix?.length ?? cellCount(window.nside);
    const tracked = noradNumbers.map((number) => sweptBands(window, number));
    const rows = tracked.flatMap(({ sets }) => sets).length;
    const most = countsAround(core, window, tracked) ? FEW_CELLS : FEW_CELLS_BESIDE_MAPS;
    const onMaps = ipix === null || ipix.length > most ? count : 0;
    return insertSweep(trx, {
      windowId: window.id,
      noradNumbers,
      ipix,
      blockEpochs: clamp(THREAD_BYTES / (2 * groups * onMaps + 4 * rows), MOST_BLOCK_EPOCHS),
      partCells: onMaps === 0 ? count + 1 : clamp(THREAD_BYTES / (2 * groups * window.epochCount), count),
      partRows: clamp(COUNT_BYTES / (4 * window.epochCount), Infinity),
    });
  });
}

/** Finds the cells whose series are still to be stored, ascending; null for all, as in `stored`. */
async function missingCells(
  knex: Knex,
  core: OwnedCore,
  window: LoadedWindow,
  which: SweptCells,
  stored: number[] | null,
): Promise<number[] | null> {
  if (stored === null) return [];
  if (which === 'all') return null;
  const places = await listPlaces(knex);
  const cells = new Set(
    places.map(({ latitudeDeg, longitudeDeg }) => cellOf(core.kernels, window.nside, latitudeDeg, longitudeDeg)),
  );
  for (const ipix of stored) cells.delete(ipix);
  return [...cells].sort((a, b) => a - b);
}

/** Rounds a number down, and limits it to the range 1 to `most`. */
function clamp(number: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(number)));
}

/** Plans a sweep over its window. @throws RangeError for a satellite that the window does not hold */
export function planSweep(window: LoadedWindow, sweep: Sweep): SweepPlan {
  const bandSets: number[] = [];
  const setOf = (bands: number): number => {
    const known = bandSets.indexOf(bands);
    return known === -1 ? bandSets.push(bands) - 1 : known;
  };
  const indexes: SweepPlan['indexes'] = [];
  const tracked = sweep.noradNumbers.map((noradNumber) => {
    const { index, sets } = sweptBands(window, noradNumber);
    const row = indexes.length;
    indexes.push(...sets.map((bands) => ({ noradNumber, bands })));
    return { index, sets: sets.map(setOf), row };
  });
  const ipix =
    sweep.ipix === null
      ? Uint32Array.from({ length: cellCount(window.nside) }, (_, cell) => cell)
      : Uint32Array.from(cellsBySite(sweep).length > 0 ? [] : sweep.ipix);
  return { ipix, bandSets, tracked, indexes };
}

/** Cells of a sweep that are counted by site: all or none. */
export function cellsBySite({ ipix, partCells }: Sweep): readonly number[] {
  return ipix !== null && partCells > ipix.length ? ipix : [];
}

/**
 * Index of a satellite in the window, and the masks of bands for which its run has a run index: all its bands together,
 * and each band alone.
 *
 * @throws RangeError for a satellite that the window does not hold
 */
function sweptBands(window: LoadedWindow, noradNumber: number): { index: number; sets: number[] } {
  const satellite = window.satellite(noradNumber);
  if (satellite === undefined) throw new RangeError(`satellite ${noradNumber} is not in window ${window.id}`);
  const { index, bands } = satellite;
  const single = Array.from({ length: 32 }, (_, bit) => (bands & (1 << bit)) >>> 0).filter((band) => band !== 0);
  return { index, sets: single.length === 1 ? single : [...(bands === 0 ? [] : [bands]), ...single] };
}
