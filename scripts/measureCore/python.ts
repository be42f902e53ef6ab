import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Python that stays, so that it can be asked in turns with others. */
export interface Python {
  /** Has it do a piece of work of peers.py; returns the seconds of processor time that it took. */
  ask(work: object): Promise<number>;
  close(): void;
}

export function startPython(python: string, packages: string): Python {
  const script = fileURLToPath(new URL('peers.py', import.meta.url));
  const path = [packages, process.env['PYTHONPATH'] ?? ''].join(':');
  const child = spawn(python, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: path },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(work) {
      child.stdin.write(`${JSON.stringify(work)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${script} ended before it had answered ${JSON.stringify(work)}`);
      return Number(value);
    },
    close: () => child.stdin.end(),
  };
}
