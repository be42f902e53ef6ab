import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** An empty directory, removed after the test. */
export function temporaryDirectory(t: Pick<ExecutionContext, 'teardown'>): string {
  const path = mkdtempSync(join(tmpdir(), 'sidelobe-test-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Path of a file with that content, removed after the test. */
export function temporaryFile(t: ExecutionContext, name: string, content: string | Uint8Array): string {
  const path = join(temporaryDirectory(t), name);
  writeFileSync(path, content);
  return path;
}
