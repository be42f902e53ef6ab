import { runNode } from './parts.js';

/** Directory of the tools' caches, with which they check only changed files. */
const CACHE = 'build/cache';
const CACHED = ['--cache', '--cache-strategy', 'content', '--cache-location', `${CACHE}/prettier`];
const types = (name: string): string[] => ['--incremental', '--tsBuildInfoFile', `${CACHE}/${name}.tsbuildinfo`];
const CHECKS = [
  ['prettier', '--check', '--log-level', 'warn', ...CACHED, '.'],
  ['tsc', '--noEmit', ...types('node')],
  ['tsc', '--noEmit', '--project', 'src/web', ...types('web')],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['knip', '--no-progress'],
];

/** Checks types, lint, dead code and format at the same time; prints what is wrong and then returns false. */
export async function check(): Promise<boolean> {
  const passed = await Promise.all(
    CHECKS.map(([tool, ...options]) => runNode([`node_modules/.bin/${tool}`, ...options])),
  );
  return !passed.includes(false);
}
