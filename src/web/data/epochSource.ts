import { askBytes, pathWith } from './client.js';
import { readEpochBlock, type EpochBlock, type EpochCells } from './epochBlock.js';

/** Epochs of one request, a second of playing: long enough to save requests, short enough to arrive soon. */
const BLOCK_EPOCHS = 10;
/** Size of the cache in bytes: some 500 epochs of a geostationary satellite at nside 64. */
const KEPT_BYTES = 64e6;

/** Source of the cells of one satellite in one band, epoch by epoch. */
export interface EpochSource {
  /** Cells of an epoch, if they are at hand. */
  peek: (epoch: number) => EpochCells | undefined;
  /** Cells of one epoch, requested alone: the quickest way to a first picture. */
  load: (epoch: number, signal: AbortSignal) => Promise<EpochCells>;
  /** Requests `blocks` blocks from the epoch on, unless they are at hand. */
  readAhead: (epoch: number, blocks: number) => void;
  /** Last error of reading ahead, until one succeeds. */
  failure: () => unknown;
  close: () => void;
}

type Ask = (from: number, count: number, signal: AbortSignal) => Promise<EpochBlock>;

function bytesOf({ cells, values }: EpochCells): number {
  return cells.byteLength + values.byteLength;
}

/**
 * Creates a source that keeps the epochs used last.
 *
 * @param ask requests `count` epochs from `from` on
 * @param epochCount number of epochs in the window
 */
export function createEpochSource(ask: Ask, epochCount: number): EpochSource {
  /** Cells by epoch, the least recently used first. */
  const kept = new Map<number, EpochCells>();
  const underway = new Set<number>();
  const closing = new AbortController();
  let keptBytes = 0;
  let failure: unknown;

  const keep = ({ from, epochs }: EpochBlock) => {
    for (const [index, cells] of epochs.entries()) {
      if (kept.has(from + index)) continue;
      kept.set(from + index, cells);
      keptBytes += bytesOf(cells);
    }
    for (const [epoch, cells] of kept) {
      if (keptBytes <= KEPT_BYTES) break;
      kept.delete(epoch);
      keptBytes -= bytesOf(cells);
    }
  };
  const peek = (epoch: number) => {
    const cells = kept.get(epoch);
    if (cells === undefined) return undefined;
    kept.delete(epoch);
    kept.set(epoch, cells);
    return cells;
  };
  const loadBlock = (from: number) => {
    const count = Math.min(BLOCK_EPOCHS, epochCount - from);
    underway.add(from);
    ask(from, count, closing.signal)
      .then((block) => {
        failure = undefined;
        keep(block);
      })
      .catch((error: unknown) => (failure = error))
      .finally(() => underway.delete(from));
  };
  const isMissing = (from: number) => {
    for (let epoch = from; epoch < Math.min(from + BLOCK_EPOCHS, epochCount); epoch++) {
      if (!kept.has(epoch)) return true;
    }
    return false;
  };
  return {
    peek,
    load: async (epoch, signal) => {
      const held = peek(epoch);
      if (held) return held;
      const block = await ask(epoch, 1, signal);
      keep(block);
      const [cells] = block.epochs;
      if (block.from !== epoch || cells === undefined)
        throw new Error(`the server sent epoch ${block.from}, not ${epoch}`);
      return cells;
    },
    readAhead: (epoch, blocks) => {
      const first = epoch - (epoch % BLOCK_EPOCHS);
      const end = Math.min(first + blocks * BLOCK_EPOCHS, epochCount);
      for (let from = first; from < end; from += BLOCK_EPOCHS) {
        if (!underway.has(from) && isMissing(from)) loadBlock(from);
      }
    },
    failure: () => failure,
    close: () => closing.abort(),
  };
}

/** Request for epochs of a satellite's cells. */
export function askEpochs(satelliteId: number, band: string): Ask {
  return async (from, count, signal) => {
    const query = { tracked_satellite_id: satelliteId, from, count, frequency_band: band === 'all' ? undefined : band };
    return readEpochBlock(await askBytes(pathWith('/page/epochs', query), signal));
  };
}
