import { askBytes, pathWith } from './client.js';
import { readEpochBlock, type EpochBlock, type EpochCells } from './epochBlock.js';

/** A second of play: long enough to save requests, short enough to be there soon. */
const BLOCK_EPOCHS = 10;
/** What is kept: some 500 epochs of a geostationary satellite at nside 64. */
const KEPT_BYTES = 64e6;

/** The cells of one satellite in one band, epoch by epoch. */
export interface EpochSource {
  /** The cells where they are at hand. */
  peek: (epoch: number) => EpochCells | undefined;
  /** The cells of one epoch, asked for alone: the quickest way to a first picture. */
  load: (epoch: number, signal: AbortSignal) => Promise<EpochCells>;
  /** Asks for so many blocks, from the epoch's on. */
  readAhead: (epoch: number, blocks: number) => void;
  /** The last error of reading ahead, until one succeeds. */
  failure: () => unknown;
  close: () => void;
}

type Ask = (from: number, count: number, signal: AbortSignal) => Promise<EpochBlock>;

function bytesOf({ cells, values }: EpochCells): number {
  return cells.byteLength + values.byteLength;
}

/**
 * @param ask answers with `count` epochs from `from` on
 * @param epochCount of the window
 */
export function createEpochSource(ask: Ask, epochCount: number): EpochSource {
  /** In the order of their last use. */
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

/** Asks the server. */
export function askEpochs(satelliteId: number, band: string): Ask {
  return async (from, count, signal) => {
    const query = { tracked_satellite_id: satelliteId, from, count, frequency_band: band === 'all' ? undefined : band };
    return readEpochBlock(await askBytes(pathWith('/page/epochs', query), signal));
  };
}
