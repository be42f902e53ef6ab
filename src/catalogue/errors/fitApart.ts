import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ELEMENT_NAMES, elementsFrom, type MeanElements } from '../../core/elements.js';
import { threadEntry } from '../../core/program/threadEntry.js';
import type { ErrorFit } from './fit.js';

/** Satellite with its packed element sets: see `unpackSets`. */
export interface PackedHistory {
  name: string;
  sets: Uint8Array;
}

/** Message to the thread: satellites, answered with null once they are added; or `fit`, answered with the fit. */
export type FitMessage = { satellites: readonly PackedHistory[] } | 'fit';

/** Data that the thread is started with. */
export interface FitTask {
  /** Time of the fit, microseconds since 1970. */
  nowUs: number;
}

/** Fits laws of error in a thread of its own, which gives way to everything else that runs. */
export interface ErrorFitThread {
  /** Adds satellites; resolves when the thread can take more. @throws Error when the thread has died */
  add(satellites: readonly PackedHistory[]): Promise<void>;
  /** Fits the laws to the satellites added so far. @throws Error when the thread has died */
  fit(): Promise<ErrorFit>;
  close(): Promise<void>;
}

/** Largest heap of the thread, in MB: a satellite's sets, and the counts. The core's memory is not in it. */
const HEAP_MEGABYTES = 192;

/** Seconds after which a fit is given up. One of 90 days of a full catalogue takes some minutes. */
const FIT_SECONDS = 3_600;

/** Starts the thread. After an hour, or once the signal is aborted, `add` and `fit` reject with the reason. */
export function startErrorFit(task: FitTask, signal?: AbortSignal): ErrorFitThread {
  const { filename, ...options } = threadEntry('./fitThread', import.meta.url);
  const thread = new Worker(filename, {
    ...options,
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  const died = new AbortController();
  thread.on('error', (error) => died.abort(error));
  thread.on('exit', (code) => died.abort(new Error(`the thread that fits laws of error ended with code ${code}`)));
  const ended = AbortSignal.any([died.signal, AbortSignal.timeout(1000 * FIT_SECONDS), ...(signal ? [signal] : [])]);

  async function ask(message: FitMessage): Promise<ErrorFit | null> {
    ended.throwIfAborted();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    thread.postMessage(message);
    try {
      const [answer] = (await once(thread, 'message', { signal: ended })) as [ErrorFit | null];
      return answer;
    } catch (error) {
      ended.throwIfAborted();
      throw error;
    }
  }

  return {
    add: async (satellites) => void (await ask({ satellites })),
    fit: async () => {
      const fit = await ask('fit');
      if (fit === null) throw new Error('the thread that fits laws of error has told no fit');
      return fit;
    },
    close: async () => void (await thread.terminate()),
  };
}

const NUMBER_BYTES = 8;
const SET_BYTES = ELEMENT_NAMES.length * NUMBER_BYTES;

/**
 * Reads packed element sets, one after the other: a double for each of `ELEMENT_NAMES`, the highest byte
 * first.
 */
export function unpackSets(bytes: Uint8Array): MeanElements[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / SET_BYTES }, (_, set) =>
    elementsFrom((_name, k) => view.getFloat64(SET_BYTES * set + NUMBER_BYTES * k)),
  );
}
