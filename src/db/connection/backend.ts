import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../core/program/threadEntry.js';
import { DatabaseAway, reasonOf } from './databaseAway.js';

/** PGlite in a thread of its own, as this thread sees it. */
export type Backend = Awaited<ReturnType<typeof backendOf>>;

/**
 * Database that PGlite opens: the files in `dataDir`, or a dump (`loadDataDir`) in memory; if both are absent, an empty
 * one in memory.
 */
export interface BackendOptions {
  dataDir?: string;
  loadDataDir?: Blob;
}

/** Data that the thread starts with. */
export interface ThreadData extends BackendOptions {
  pgliteWasmModule: WebAssembly.Module;
}

/**
 * Answer of the thread to an order: the bytes that Postgres answers; an empty list once the database has opened or
 * closed.
 */
export type ThreadAnswer = Uint8Array[];
/** Order to the thread: messages of the protocol, or the order to close. */
export type ThreadOrder = Uint8Array<ArrayBuffer> | 'close';

interface Waiting {
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: DatabaseAway) => void;
}

/** Joins messages in a new buffer, which postMessage can transfer: Node's small buffers share their memory. */
function joined(messages: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const message of messages) {
    bytes.set(message, end);
    end += message.length;
  }
  return bytes;
}

/** Postgres, compiled once for all threads of the process: compiling takes most of the time of opening a database. */
let postgres: Promise<WebAssembly.Module> | undefined;

async function compilePostgres(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))));
}

/** Starts the thread, and resolves when its database is open. @throws DatabaseAway if the thread ends before */
export async function startBackend(given: BackendOptions): Promise<Backend> {
  const { filename, ...options } = threadEntry('./backendThread', import.meta.url);
  const workerData: ThreadData = { ...given, pgliteWasmModule: await (postgres ??= compilePostgres()) };
  // Without the options of this process: they may hold a script (`node --eval`), which the thread would run as well.
  return backendOf(new Worker(filename, { execArgv: [], ...options, workerData }));
}

/** Makes the backend of a thread, which posts one answer when it is ready, and then one for each order. */
export async function backendOf(thread: Worker) {
  const waiting: Waiting[] = [];
  let end: DatabaseAway | undefined;

  const lost = new Promise<never>((_, reject) => {
    const lose = (cause: unknown): void => {
      if (end !== undefined) return;
      end = new DatabaseAway(`the embedded database has ended: ${reasonOf(cause)}`, cause);
      for (const one of waiting.splice(0)) one.reject(end);
      reject(end);
    };
    thread.on('error', lose);
    thread.on('exit', (code) => lose(new Error(`its thread exited with code ${code}`)));
  });
  lost.catch(() => undefined);
  thread.on('message', (answer: ThreadAnswer) => waiting.shift()?.resolve(answer));

  const answered = (): Promise<ThreadAnswer> =>
    new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
  const order = async (what: ThreadOrder): Promise<ThreadAnswer> => {
    if (end !== undefined) throw end;
    thread.postMessage(what, typeof what === 'string' ? [] : [what.buffer]);
    return answered();
  };

  await answered();
  return {
    /**
     * Sends messages of the protocol, in the order of the calls, and resolves to their answer.
     *
     * @throws DatabaseAway when the thread has ended
     */
    send: (messages: readonly Buffer[]) => order(joined(messages)),
    /** Rejects with DatabaseAway when the thread ends without being told to. */
    lost,
    /** Closes the database, then its thread. */
    async close(): Promise<void> {
      if (end !== undefined) return;
      await order('close');
      end = new DatabaseAway('the embedded database is closed');
      await thread.terminate();
    },
  };
}
