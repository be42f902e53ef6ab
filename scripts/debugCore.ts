import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const RELEASE = 'dist/core.wasm';
const DEBUG = 'dist/core.debug.wasm';

/** Builds the core with its assertions, for the kernels' tests, where it is older than the released one. */
export function buildDebugCore(): void {
  if (builtAt(DEBUG) >= builtAt(RELEASE)) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build:debug'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the core with its assertions does not compile: npm run build:debug tells why');
}

function builtAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
