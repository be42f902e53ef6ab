/** The program of the embedded database's thread: Postgres, which answers messages of its protocol in their order. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { ThreadAnswer, ThreadData, ThreadOrder } from './backend.js';

/**
 * Start parameters that give Postgres 16 MB of shared buffers, as PGlite touches all of its default of 128 MB at the
 * start. Imports take no longer: other pages are in the system's cache.
 */
const SHARED_BUFFERS = ['-c', 'shared_buffers=16MB'];

const options = workerData as ThreadData;
const pglite = await PGlite.create({ ...options, startParams: [...PGlite.defaultStartParams, ...SHARED_BUFFERS] });

/**
 * Executes an order and posts the answer. An error means that the database is beyond repair; it is not caught, and so
 * ends the thread.
 */
async function execute(order: ThreadOrder): Promise<void> {
  const answer: Uint8Array<ArrayBuffer>[] = [];
  if (order === 'close') {
    await pglite.close();
  } else {
    // `data` is a view of PGlite's memory, which the next message overwrites, so it is copied.
    await pglite.execProtocolRawStream(order, { onRawData: (data) => answer.push(data.slice()) });
  }
  tell(answer);
}

function tell(answer: ThreadAnswer): void {
  parentPort?.postMessage(
    answer,
    answer.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

parentPort?.on('message', (order: ThreadOrder) => void execute(order));
tell([]);
