import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../errors.js';
import type { ParseOutcome, ParseTask } from './parseApart.js';
import { parseCatalogue } from './read.js';
import { parseTransmitters } from './transmitterFiles.js';

const PARSERS = { catalogue: parseCatalogue, transmitters: parseTransmitters };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage(outcomeOf(workerData as ParseTask));

/** Parses; a UserError is returned as a refusal, since classes of errors are lost between threads. */
function outcomeOf({ kind, bytes, source }: ParseTask): ParseOutcome {
  try {
    return { parsed: PARSERS[kind](bytes, source) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refusal: error.message };
  }
}
