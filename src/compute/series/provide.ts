import { scan } from '../../core/records/seriesRecord.js';
import { STATUS } from '../../core/status.js';
import { RecentMap } from '../../db/recentMap.js';
import type { CellQuestion } from '../query.js';
import {
  type AnalysisParts,
  type Asked,
  type Questions,
  together,
  type UnderWay,
  withinDeadline,
} from '../questions.js';
import type { FillTask, ScanTask } from '../thread/fill.js';

/** Rank and asker of a question about a cell. */
type AskedOfCell = Omit<Asked, 'window'>;

/** Answers questions from the series of a cell, after filling in the counts that it lacks. */
export interface Provider {
  /**
   * Sums the intensities at the question's epochs in a slot, calls `answer` with that slot, and returns the result of
   * `answer`. `question.bands` must be bands of the tracked satellite, unless the question has a set. If coverage and
   * counts are in memory, the main thread sums them at once in its own slot, and no thread of the pool is asked.
   */
  values<T>(asked: AskedOfCell, question: CellQuestion, answer: (slot: number) => T): Promise<T>;
  /** Returns the intensity at the first epoch asked for; see `values` for the bands. */
  at(asked: AskedOfCell, question: CellQuestion): Promise<number>;
  /**
   * Runs a task of the pool, once all counts that the question needs are in the series. Calls `answer` with the task's
   * result and the slot, and returns the result of `answer`. The slot then has the satellite's coverage. Without bands
   * nothing is filled in, and the slot may lack the coverage (`isCovered`).
   */
  task<R extends { status: number }, T>(
    asked: AskedOfCell,
    question: CellQuestion,
    job: (task: FillTask) => Promise<R>,
    answer: (result: R, slot: number) => T,
  ): Promise<T>;
}

/** Number of coverages that are kept, each of one satellite over one cell for a whole window: 1.3 KB. */
const MOST_COVERAGES = 8192;
/** Most threads that help the first one to fill a series: the work memory of the helpers lies in the slot's text. */
const MOST_HELPERS = 15;

export function createProvider(parts: AnalysisParts, questions: Questions): Provider {
  const { core, pool, slots, series } = parts;
  const { layout, kernels, bytes, view } = core;
  /** Bitmaps of the epochs at which satellites cover cells, for the pairs that were asked about last. */
  const coverages = new RecentMap<string, Uint8Array>(MOST_COVERAGES);
  const keyOf = ({ window, ipix, satellite }: CellQuestion): string => `${window.id}:${ipix}:${satellite}`;

  const taskOf = ({ window, satellite, bands, from, to }: CellQuestion, pointer: number, slot: number): ScanTask => ({
    window: window.record.pointer,
    series: pointer,
    slot,
    satellite,
    bands,
    from,
    to,
  });

  /** Copies the coverage to a slot; returns false if it is not in memory. */
  function cover(question: CellQuestion, slot: number): boolean {
    const coverage = coverages.get(keyOf(question));
    if (coverage !== undefined) bytes.set(coverage, slot + layout.SLOT_COVERAGE);
    return coverage !== undefined;
  }

  function keepCoverage(question: CellQuestion, slot: number): void {
    const from = slot + layout.SLOT_COVERAGE;
    coverages.set(keyOf(question), bytes.slice(from, from + kernels.bitmapBytes(question.window.epochCount)));
  }

  const isSummed = (task: ScanTask): boolean => scan(core, task) === STATUS.ok;

  /** Sums the intensities in the main thread's slot; false if the coverage or a count is not in memory. */
  function isSummedHere(question: CellQuestion): boolean {
    const pointer = series.find(question.window, question.ipix, question.set);
    return pointer !== undefined && cover(question, slots.host) && isSummed(taskOf(question, pointer, slots.host));
  }

  /** Sums the intensity at the first epoch; undefined if the coverage or a count is not in memory. */
  function summedHere(question: CellQuestion): number | undefined {
    const { window, ipix, bands, from } = question;
    const pointer = series.find(window, ipix, question.set);
    const coverage = coverages.get(keyOf(question));
    if (pointer === undefined || coverage === undefined) return undefined;
    if (((coverage[from >> 3] as number) & (1 << (from & 7))) === 0) return 0;
    const sum = kernels.sumAt(window.record.pointer, pointer, bands, from);
    // The sum includes the tracked satellite itself.
    return sum < 0 ? undefined : sum - 1;
  }

  /**
   * Runs `work` in a slot when the series is pinned, all counts that the question needs are filled in, and the slot has
   * the coverage.
   */
  function provided<R extends { status: number }, T>(
    asked: AskedOfCell,
    question: CellQuestion,
    work: (task: FillTask, underWay: UnderWay) => Promise<R>,
    answer: (result: R, slot: number) => T,
  ): Promise<T> {
    const { window, ipix, set } = question;
    return questions.inSlot({ window, ...asked }, async (underWay) => {
      const held = await series.pin(window, ipix, set);
      try {
        const slot = underWay.slot.pointer;
        const task = taskOf(question, held.pointer, slot);
        const result = await withinDeadline(underWay, async () => {
          const status = await held.fill(asked.asker.signal, () => fillIn(question, task, underWay, asked.rank));
          return status === STATUS.ok
            ? work({ ...task, isCovered: cover(question, slot) }, underWay)
            : ({ status } as R);
        });
        return answer(result, slot);
      } finally {
        held.release();
      }
    });
  }

  /**
   * Fills in the counts that a question lacks: first in one thread, after a millisecond in several. Returns the core's
   * status.
   */
  async function fillIn(
    question: CellQuestion,
    task: ScanTask,
    underWay: UnderWay,
    rank: Asked['rank'],
  ): Promise<number> {
    const { window, series: pointer, bands, slot } = task;
    const isCovered = cover(question, slot);
    if (bands === 0 || (isCovered && isSummed(task))) return STATUS.ok;
    const begin = (fill: FillTask) => underWay.turn(() => pool.fill(fill));
    const first = await begin({ ...task, isCovered });
    if (first.status === STATUS.needsFill) {
      const helpers = rank === 'part' ? 0 : Math.min(MOST_HELPERS, pool.threads - 1);
      let status: number = STATUS.ok;
      await together(underWay, 1 + helpers, async (thread) => {
        const work =
          thread === 0 ? slot + layout.SLOT_WORK : slot + layout.SLOT_TEXT + (thread - 1) * layout.WORK_BYTES;
        const part = await pool.fillPart({ window, series: pointer, slot, bands, work });
        if (part.status === STATUS.needsFill) return 'shared';
        if (part.status !== STATUS.ok) ({ status } = part);
        return 'nothing';
      });
      // A fill that is cancelled may have left gaps: it is not closed, and its coverage is not kept.
      if (status !== STATUS.ok) return status;
      kernels.closeFill(window, pointer, bands, slot);
    } else if (first.status !== STATUS.ok) return first.status;
    keepCoverage(question, slot);
    return STATUS.ok;
  }

  /** Fills in the counts that a question lacks, and sums its intensities. */
  async function sumFilled<T>(asked: AskedOfCell, question: CellQuestion, answer: (slot: number) => T): Promise<T> {
    const sum = (task: ScanTask) => Promise.resolve({ status: isSummed(task) ? STATUS.ok : STATUS.needsFill });
    return provided(asked, question, sum, (_result, slot) => answer(slot));
  }

  return {
    async values(asked, question, answer) {
      return isSummedHere(question) ? answer(slots.host) : sumFilled(asked, question, answer);
    },

    async at(asked, question) {
      const valueAt = (slot: number): number => view.getUint16(slot + layout.SLOT_VALUES + 2 * question.from, true);
      return summedHere(question) ?? sumFilled(asked, question, valueAt);
    },

    task: (asked, question, job, answer) =>
      provided(asked, question, (task, { turn }) => turn(() => job(task)), answer),
  };
}
