import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';

/**
 * Path of a file of the reference data that lies beside a developer's checkout, or undefined, with a line that says
 * what was skipped, where it is absent.
 */
export function shared(t: ExecutionContext, path: string): string | undefined {
  const full = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  if (existsSync(full)) return full;
  t.log(`skipped: no reference data at ../shared/${path}`);
  t.pass();
  return undefined;
}
