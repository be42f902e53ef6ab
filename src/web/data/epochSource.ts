import { retrySeconds, tryAgain } from '../loading/retry.js';
import { type PageError, pageErrorOf } from './client.js';
import type { AskEpochs, EpochBlock, EpochCells, EpochRange } from './epochBlock.js';

/** Epochs per request: enough to save requests, few enough to arrive soon. Playing shows up to ten in a second. */
const BLOCK_EPOCHS = 10;
/** Epochs kept in memory, at nside 64 some 40 KB each of a geostationary satellite, less than 1 KB of a low one. */
const KEPT_EPOCHS = 600;
/**
 * Two epochs wanted within this time mean that the user slides along the time bar, and will want the epochs beside the
 * second one too.
 */
const SLIDING_MS = 400;

export type EpochSource = ReturnType<typeof createEpochSource>;

interface Options {
  ask: AskEpochs;
  /** Number of epochs in the window. */
  epochCount: number;
  /** Shortest time between the starts of two requests. */
  pauseMs: number;
  /** Called when epochs have come, or an error. */
  onChange: () => void;
}

interface Task extends EpochRange {
  isWanted: boolean;
}

function covers({ from, count, every }: EpochRange, epoch: number): boolean {
  return epoch >= from && epoch < from + count * every && (epoch - from) % every === 0;
}

/**
 * Creates a source of the cells of one satellite, epoch by epoch. It keeps the epochs used last, and sends one request
 * at a time, first for the epoch that was wanted last.
 */
export function createEpochSource({ ask, epochCount, pauseMs, onChange }: Options) {
  /** Cells by epoch, the least recently used first. */
  const kept = new Map<number, EpochCells>();
  let wanted: { epoch: number; atMs: number; isSliding: boolean } | undefined;
  let ahead = { from: 0, to: 0, every: 1 };
  let underWay: (Task & { controller: AbortController }) | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let startedMs = Number.NEGATIVE_INFINITY;
  let failure: PageError | undefined;
  let giveUp = (): void => undefined;
  let isClosed = false;

  const keep = ({ from, epochs }: EpochBlock, every: number) => {
    for (const [index, cells] of epochs.entries()) {
      const at = from + index * every;
      if (!kept.has(at)) kept.set(at, cells);
    }
    for (const epoch of kept.keys()) {
      if (kept.size <= KEPT_EPOCHS) break;
      if (epoch !== wanted?.epoch) kept.delete(epoch);
    }
  };
  /** Cells of an epoch if they are kept, without a request. */
  const peek = (epoch: number): EpochCells | undefined => {
    const cells = kept.get(epoch);
    if (cells === undefined) return undefined;
    kept.delete(epoch);
    kept.set(epoch, cells);
    return cells;
  };
  const blockOf = (epoch: number, isWanted: boolean, every = 1): Task => {
    const from = epoch - (epoch % (BLOCK_EPOCHS * every)) + (epoch % every);
    return { from, count: Math.min(BLOCK_EPOCHS, Math.ceil((epochCount - from) / every)), every, isWanted };
  };
  /** Returns the next request; undefined if nothing more is needed. */
  const next = (): Task | undefined => {
    if (wanted && !kept.has(wanted.epoch)) {
      return wanted.isSliding
        ? blockOf(wanted.epoch, true)
        : { from: wanted.epoch, count: 1, every: 1, isWanted: true };
    }
    const { from, to, every } = ahead;
    for (let epoch = from; epoch < to; epoch += every) if (!kept.has(epoch)) return blockOf(epoch, false, every);
    return undefined;
  };
  const start = async (task: Task): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    underWay = { ...task, controller };
    startedMs = performance.now();
    try {
      const block = await ask(task, signal);
      if (block.from !== task.from || block.epochs.length !== task.count)
        throw new Error(
          `the server sent ${block.epochs.length} epochs from ${block.from}, not ${task.count} from ${task.from}`,
        );
      keep(block, task.every);
      failure = undefined;
    } catch (error) {
      if (!signal.aborted) fail(pageErrorOf(error));
    }
    underWay = undefined;
    if (isClosed) return;
    if (!signal.aborted) onChange();
    run();
  };
  const run = (): void => {
    if (underWay || failure || pause !== undefined || isClosed) return;
    const task = next();
    if (!task) return;
    const waitMs = startedMs + pauseMs - performance.now();
    if (waitMs <= 0) {
      void start(task);
      return;
    }
    pause = setTimeout(() => {
      pause = undefined;
      run();
    }, waitMs);
  };
  const retry = (): void => {
    giveUp();
    failure = undefined;
    run();
  };
  const fail = (error: PageError): void => {
    failure = error;
    giveUp();
    giveUp = tryAgain(error, retry);
  };
  return {
    peek,
    /**
     * Requests an epoch, unless it is kept, before all others: alone, which answers soonest, or, while the user slides,
     * with the block around it.
     */
    want: (epoch: number): void => {
      const atMs = performance.now();
      if (epoch !== wanted?.epoch) {
        wanted = { epoch, atMs, isSliding: atMs - (wanted?.atMs ?? Number.NEGATIVE_INFINITY) < SLIDING_MS };
        // An error that would not pass may concern only the epoch wanted before.
        if (failure && retrySeconds(failure) === undefined) failure = undefined;
      }
      const isCovered = underWay !== undefined && covers(underWay, epoch);
      if (underWay && !underWay.isWanted && !isCovered && !kept.has(epoch)) underWay.controller.abort();
      run();
    },
    /**
     * Once the wanted epoch has come, requests `blocks` blocks, beginning with that of `epoch`; a block is 10 epochs
     * that are `every` epochs apart. Replaces the blocks of the previous call.
     */
    readAhead: (epoch: number, blocks: number, every = 1): void => {
      const { from } = blockOf(epoch, false, every);
      ahead = { from, to: Math.min(from + blocks * BLOCK_EPOCHS * every, epochCount), every };
      run();
    },
    /** Last error, until a retry; one that another try would not cure, only until another epoch is wanted. */
    error: (): PageError | undefined => failure,
    retry,
    close: (): void => {
      giveUp();
      clearTimeout(pause);
      isClosed = true;
      underWay?.controller.abort();
    },
  };
}
