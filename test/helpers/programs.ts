import { spawnSync } from 'node:child_process';
import type { ExecutionContext } from 'ava';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether a program is installed. If not, the test is skipped with a line in the log or, with CI=true, fails. */
export function has(t: ExecutionContext, program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true;
  const message = `skipped: ${program} is not installed`;
  t.log(message);
  t.not(process.env['CI'], 'true', message);
  t.pass();
  return false;
}

/**
 * Path of a file in the folder `shared`, which developers may have beside the checkout, with reference data. Without
 * the file: undefined, and a line in the log.
 */
export function shared(t: ExecutionContext, path: string): string | undefined {
  const full = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  if (existsSync(full)) return full;
  t.log(`skipped: no reference data at ../shared/${path}`);
  t.pass();
  return undefined;
}
