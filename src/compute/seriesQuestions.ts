import { isCancelled } from '../core/records/slotRecord.js';
import { STATUS } from '../core/status.js';
import type { Asker } from '../fairness/asker.js';
import type { PinnedSeries } from '../memory/seriesCache.js';
import { createCoverages, type Use } from './coverages.js';
import { withinDeadline } from './deadline.js';
import { fillSeries } from './fillSeries.js';
import type { CellQuestion } from './query.js';
import type { AnalysisParts, Precedence, Questions, ThreadTurns, Turn } from './questions.js';
import { scan, type ScanTask } from './scan.js';
import type { FillTask } from './thread/fill.js';

/** Who asks a question about a cell. Of a part, one thread fills in what is missing: several of them keep all threads busy. */
interface AskedOfCell extends Precedence {
  asker: Asker;
}

/** A task of the pool that fills in what a question lacks, and where nothing is left does more. */
type Job<R extends { status: number }> = (task: FillTask) => Promise<R>;

/** Runs questions over the series of a cell; what is missing is filled in. */
export interface SeriesQuestions {
  /**
   * Gives what `answer` makes of a slot with the intensities of the epochs asked for, in bands that the satellite has.
   * Where all that they take is in memory, this thread sums them at once, and the question takes neither slot nor
   * thread: handing it over would take longer.
   */
  values<T>(asked: AskedOfCell, question: CellQuestion, answer: (slot: number) => T): Promise<T>;
  /** Gives the intensity at the first epoch asked for, in bands that the satellite has. */
  at(asked: AskedOfCell, question: CellQuestion): Promise<number>;
  /** Gives what `answer` makes of a job's result, and of the slot that it worked in. Without bands nothing is filled in. */
  task<R extends { status: number }, T>(
    asked: AskedOfCell,
    question: CellQuestion,
    job: Job<R>,
    answer: (result: R, slot: number) => T,
  ): Promise<T>;
  /** Lists what was asked about a window since then, the latest first. */
  usedSince(windowId: number, sinceMs: number): Use[];
}

/** The bands that are filled in ahead for the next window: none for a set, which that window may have another of. */
const warmedBands = ({ bands, set }: CellQuestion): number => (set === undefined ? bands : 0);

/** How a task ends: `first` fills in what is missing, and does `rest` where it comes to its end; `rest` where nothing is missing. */
interface Steps<R extends { status: number }> {
  first: Job<R>;
  rest: () => Promise<R>;
}

export function createSeriesQuestions(parts: AnalysisParts, questions: Questions): SeriesQuestions {
  const { core, pool, slots, series } = parts;
  const { layout, kernels, bytes, view } = core;
  const coverages = createCoverages();

  const taskOf = ({ window, satellite, bands, from, to }: CellQuestion, pointer: number, slot: number) => ({
    window: window.record.pointer,
    series: pointer,
    slot,
    satellite,
    bands,
    from,
    to,
  });

  function coverageOf(question: CellQuestion): Uint8Array | undefined {
    const { window, ipix, satellite } = question;
    return coverages.find({ windowId: window.id, ipix, satellite }, warmedBands(question));
  }

  /** Copies the coverage to a slot; false where it is not known. */
  function cover(question: CellQuestion, slot: number): boolean {
    const coverage = coverageOf(question);
    if (coverage !== undefined) bytes.set(coverage, slot + layout.SLOT_COVERAGE);
    return coverage !== undefined;
  }

  function keepCoverage(question: CellQuestion, slot: number): void {
    const { window, ipix, satellite } = question;
    const from = slot + layout.SLOT_COVERAGE;
    const coverage = bytes.subarray(from, from + kernels.bitmapBytes(window.epochCount));
    coverages.keep({ windowId: window.id, ipix, satellite }, warmedBands(question), coverage);
  }

  /** Sums the intensities in the host's slot; false where something that they take is not in memory. */
  function isSummedHere(question: CellQuestion): boolean {
    const pointer = series.find(question.window, question.ipix, question.set);
    if (pointer === undefined || !cover(question, slots.host)) return false;
    return scan(core, taskOf(question, pointer, slots.host)) === STATUS.ok;
  }

  /** Sums the intensity at the first epoch; undefined where something that it takes is not in memory. */
  function summedHere(question: CellQuestion): number | undefined {
    const { window, ipix, bands, from } = question;
    const pointer = series.find(window, ipix, question.set);
    const coverage = coverageOf(question);
    if (pointer === undefined || coverage === undefined) return undefined;
    if (((coverage[from >> 3] as number) & (1 << (from & 7))) === 0) return 0;
    const sum = kernels.sumAt(window.record.pointer, pointer, bands, from);
    // The satellite itself is among those that are summed.
    return sum < 0 ? undefined : sum - 1;
  }

  /**
   * Fills in what a question lacks, one question after the other over the same series: each finds what the one before it left.
   * The slot gets the coverage.
   */
  async function provide<R extends { status: number }>(
    { fills }: PinnedSeries,
    { asker, isPart = false }: AskedOfCell,
    question: CellQuestion,
    task: ScanTask,
    { first, rest }: Steps<R>,
    turns: ThreadTurns,
  ): Promise<R> {
    return fills.run(asker.signal, async (signal) => {
      const isCovered = cover(question, task.slot);
      if (task.bands === 0 || (isCovered && scan(core, task) === STATUS.ok)) return rest();
      const some = isPart ? { ...turns, threads: 1 } : turns;
      const result = await fillSeries(core, pool, some, { ...task, isCovered }, first, rest, signal);
      if (result.status === STATUS.ok) keepCoverage(question, task.slot);
      return result;
    });
  }

  /** Runs the steps in a slot, with the series pinned. */
  async function inSeries<R extends { status: number }, T>(
    asked: AskedOfCell,
    question: CellQuestion,
    stepsOf: (task: ScanTask, turn: Turn) => Steps<R>,
    answer: (result: R, slot: number) => T,
  ): Promise<T> {
    const { window, ipix, set } = question;
    return questions.inSlot({ window, ...asked }, async (slot, turn, turns) => {
      const held = await series.pin(window, ipix, set);
      try {
        const task = taskOf(question, held.pointer, slot.pointer);
        const steps = stepsOf(task, turn);
        const result = await withinDeadline(slot, () => provide(held, asked, question, task, steps, turns));
        asked.asker.signal.throwIfAborted();
        return answer(result, slot.pointer);
      } finally {
        held.release();
      }
    });
  }

  /** Sums the intensities in a slot, when what they lack has been filled in. */
  async function provided<T>(asked: AskedOfCell, question: CellQuestion, answer: (slot: number) => T): Promise<T> {
    const stepsOf = (task: ScanTask): Steps<{ status: number }> => ({
      first: (fill) => pool.fill(fill),
      rest: () => Promise.resolve({ status: isCancelled(core, task.slot) ? STATUS.cancelled : scan(core, task) }),
    });
    return inSeries(asked, question, stepsOf, (_result, slot) => answer(slot));
  }

  return {
    async values(asked, question, answer) {
      return isSummedHere(question) ? answer(slots.host) : provided(asked, question, answer);
    },

    async at(asked, question) {
      const valueAt = (slot: number): number => view.getUint16(slot + layout.SLOT_VALUES + 2 * question.from, true);
      return summedHere(question) ?? provided(asked, question, valueAt);
    },

    task: (asked, question, job, answer) =>
      inSeries(
        asked,
        question,
        (task, turn) => ({ first: job, rest: () => turn(() => job({ ...task, isCovered: true })) }),
        answer,
      ),

    usedSince: (windowId, sinceMs) => coverages.usedSince(windowId, sinceMs),
  };
}
