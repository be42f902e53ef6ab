import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Functions that a child process runs for its parent, by name. */
export type Served = Readonly<Record<string, (argument: never) => unknown>>;

interface Call {
  name: string;
  argument: unknown;
}

type Answer = { value: unknown } | { error: string };

/** A process that runs functions for this one, one at a time. */
export interface Child<S extends Served> {
  call<Name extends keyof S & string>(
    name: Name,
    ...argument: Parameters<S[Name]>
  ): Promise<Awaited<ReturnType<S[Name]>>>;
  /** Lets it end by itself. */
  close(): Promise<void>;
}

/** Starts a process whose module calls `serveParent`. Its log goes nowhere. */
export function startChild<S extends Served>(file: string): Child<S> {
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  return {
    async call(name, ...[argument]) {
      child.send({ name, argument } satisfies Call);
      const message = await Promise.race([once(child, 'message'), ended]);
      const [answer] = (message ?? [{ error: `the process of ${file} ended` }]) as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      return answer.value as never;
    },
    async close() {
      if (isAlive(child)) child.disconnect();
      await ended;
    },
  };
}

function isAlive({ connected }: ChildProcess): boolean {
  return connected;
}

/** Runs these functions for the parent process; `end` when it goes away. */
export function serveParent(served: Served, end: () => unknown = () => undefined): void {
  const run = async ({ name, argument }: Call): Promise<unknown> => served[name]?.(argument as never);
  process.on('message', (call: Call) => {
    run(call).then(
      (value) => process.send?.({ value } satisfies Answer),
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? '') : String(error) }),
    );
  });
  process.once('disconnect', () => {
    void Promise.resolve(end()).finally(() => process.exit());
  });
}
