import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../core/program/threadEntry.js';
import { UserError } from '../../errors.js';
import { failureOf } from '../text/rejection.js';
import { type ParsedCatalogue, parseCatalogue } from '../elsets/formats.js';
import { isGzip } from '../text/text.js';
import { type ParsedTransmitters, parseTransmitters } from '../transmitters/transmitterFiles.js';

export interface ParseTask {
  kind: 'catalogue' | 'transmitters';
  bytes: Uint8Array;
  source: string;
}

export type ParseOutcome = { parsed: ParsedCatalogue | ParsedTransmitters } | { refusal: string };

/**
 * Message from the parse thread: a part of one list of the outcome; the last message is the outcome with these lists
 * empty. The thread sends each further message only when it is asked to.
 */
export type ParseAnswer = ParseOutcome | { list: string; part: unknown[] };

/** Most memory and time that a parse thread may take. */
interface Bounds {
  megabytes: number;
  /** Most seconds, 300 by default; a full catalogue takes half a second. */
  seconds?: number;
}

/** Default for the memory of a parse thread; a full catalogue takes a tenth of it. */
const AMPLE: Bounds = { megabytes: 2_048 };

/**
 * Largest size in bytes that is parsed on the calling thread, in some 20 ms; larger and gzipped files get a thread of
 * their own. A full catalogue takes half a second.
 */
const LITTLE_BYTES = 100_000;

/**
 * Runs `parseCatalogue`, in a thread of its own if it would take long. The thread may take `bytes` over: the caller
 * must not use them afterwards. Throws a `UserError` as `parseCatalogue` does, and if parsing exceeds the bounds.
 */
export async function parseCatalogueApart(bytes: Uint8Array, source: string, bounds = AMPLE): Promise<ParsedCatalogue> {
  if (isLittle(bytes)) return parseCatalogue(bytes, source);
  return (await parseApart({ kind: 'catalogue', bytes, source }, bounds)) as ParsedCatalogue;
}

/** Runs `parseTransmitters` as `parseCatalogueApart` runs `parseCatalogue`. */
export async function parseTransmittersApart(bytes: Uint8Array, source: string): Promise<ParsedTransmitters> {
  if (isLittle(bytes)) return parseTransmitters(bytes, source);
  return (await parseApart({ kind: 'transmitters', bytes, source }, AMPLE)) as ParsedTransmitters;
}

function isLittle(bytes: Uint8Array): boolean {
  return bytes.byteLength <= LITTLE_BYTES && !isGzip(bytes);
}

async function parseApart(
  task: ParseTask,
  { megabytes, seconds = 300 }: Bounds,
): Promise<ParsedCatalogue | ParsedTransmitters> {
  const { filename, ...options } = threadEntry('./parseThread', import.meta.url);
  const thread = new Worker(filename, {
    ...options,
    workerData: task,
    // The bytes are handed over if they fill their buffer: a copy of many megabytes would hold up this thread.
    transferList: task.bytes.byteLength === task.bytes.buffer.byteLength ? [task.bytes.buffer as ArrayBuffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  const deadline = AbortSignal.timeout(1000 * seconds);
  try {
    const lists: Record<string, unknown[]> = {};
    for (;;) {
      const [answer] = (await once(thread, 'message', { signal: deadline })) as [ParseAnswer];
      if ('refusal' in answer) throw new UserError(answer.refusal);
      if ('parsed' in answer) return { ...answer.parsed, ...lists };
      (lists[answer.list] ??= []).push(...answer.part);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage('next');
    }
  } catch (error) {
    if (!deadline.aborted && failureOf(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    const most = deadline.aborted ? `${seconds} s` : `${megabytes} MB of memory`;
    const message = `${task.source}: reading it takes more than ${most}. Is it what it should be? If so, split it`;
    throw new UserError(message, { cause: error });
  } finally {
    await thread.terminate();
  }
}
