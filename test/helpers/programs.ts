import { spawnSync } from 'node:child_process';
import type { ExecutionContext } from 'ava';

/** False where the program is absent, saying so; with CI=true that fails the test. */
export function has(t: ExecutionContext, program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true;
  const message = `skipped: ${program} is not installed`;
  t.log(message);
  t.not(process.env['CI'], 'true', message);
  t.pass();
  return false;
}
