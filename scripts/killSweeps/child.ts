import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadEntry } from '../../src/core/program/threadEntry.js';
import type { DatabaseOptions } from '../../src/db/connection/connect.js';

export interface WorkerOrder extends DatabaseOptions {
  windowId: number;
  threads: number;
  /** Whether other processes may share in the sweep, through the queue. */
  isShared?: boolean;
  /** Where it stands still until it is killed. */
  holdsAt?: Milestone | undefined;
}

/** What a worker tells of itself, in this order. */
export type Milestone = 'begun' | 'counting' | 'storing' | 'done';

/** So long after the worker has told where it is. */
export interface Moment {
  after: 'begun' | 'counting' | 'storing';
  ms: number;
  /** The worker waits there. */
  isHeld?: boolean;
}

/** How long a worker took from one milestone to the next. */
export interface Pace {
  countingMs: number;
  storingMs: number;
}

interface Worker {
  /** When it told so, on the clock of `performance.now`; undefined where it ended before. */
  reached(milestone: Milestone): Promise<number | undefined>;
  kill(): void;
  /** Exit code; null where a signal ended it. */
  ended: Promise<number | null>;
}

function startWorker(order: WorkerOrder): Worker {
  const { filename, execArgv = [] } = threadEntry('./worker', import.meta.url);
  const child = spawn(process.execPath, [...execArgv, filename, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const times = new Map<string, number>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => times.set(line, performance.now()));
  const ended = once(child, 'close').then(([code]) => {
    times.set('ended', performance.now());
    return code as number | null;
  });
  return {
    async reached(milestone) {
      while (!times.has(milestone) && !times.has('ended')) {
        await Promise.race([once(lines, 'line'), ended]);
      }
      return times.get(milestone);
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

/** Lets a worker sweep to the end. */
export async function runWorker(order: WorkerOrder): Promise<Pace> {
  const worker = startWorker(order);
  const begun = (await worker.reached('begun')) ?? 0;
  const done = (await worker.reached('done')) ?? 0;
  const storing = (await worker.reached('storing')) ?? done;
  const code = await worker.ended;
  if (code !== 0) throw new Error(`the worker ended with ${code}`);
  return { countingMs: storing - begun, storingMs: done - storing };
}

/** Kills a worker at a moment; false where it had ended before. */
export async function killWorker(order: WorkerOrder, { after, ms, isHeld = false }: Moment): Promise<boolean> {
  const worker = startWorker({ ...order, holdsAt: isHeld ? after : undefined });
  await worker.reached(after);
  await sleep(ms);
  worker.kill();
  const code = await worker.ended;
  if (code !== null && code !== 0) throw new Error(`the worker ended with ${code}`);
  return code === null;
}
