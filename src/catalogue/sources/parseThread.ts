import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../errors.js';
import type { ParseAnswer, ParseOutcome, ParseTask } from './parseApart.js';
import { type ParsedCatalogue, parseCatalogue } from '../elsets/formats.js';
import { type ParsedTransmitters, parseTransmitters } from '../transmitters/transmitterFiles.js';

const PARSERS = { catalogue: parseCatalogue, transmitters: parseTransmitters };

/** Most records in one message: the thread that receives them does other work between two messages. */
const PART_RECORDS = 500;

const answers = answersOf(outcomeOf(workerData as ParseTask));
const tell = (): void => {
  const { value } = answers.next();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  if (value !== undefined) parentPort?.postMessage(value);
};
parentPort?.on('message', tell);
tell();

function* answersOf(outcome: ParseOutcome): Generator<ParseAnswer, undefined> {
  if ('refusal' in outcome) return void (yield outcome);
  const rest: Record<string, unknown> = { ...outcome.parsed };
  for (const [list, records] of Object.entries(rest)) {
    if (!Array.isArray(records)) continue;
    rest[list] = [];
    for (let at = 0; at < records.length; at += PART_RECORDS) {
      yield { list, part: records.slice(at, at + PART_RECORDS) };
    }
  }
  yield { parsed: rest as unknown as ParsedCatalogue | ParsedTransmitters };
  return undefined;
}

/**
 * Parses the file of a task. A UserError is returned as a refusal, because an error loses its class when it is sent to
 * another thread.
 */
function outcomeOf({ kind, bytes, source }: ParseTask): ParseOutcome {
  try {
    return { parsed: PARSERS[kind](bytes, source) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refusal: error.message };
  }
}
