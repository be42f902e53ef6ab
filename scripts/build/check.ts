import { runNode } from './parts.js';

const CHECKS = [
  ['prettier', '--check', '--log-level', 'warn', '.'],
  ['tsc', '--noEmit'],
  ['tsc', '--noEmit', '--project', 'src/web'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['knip', '--no-progress'],
];

/** Types, lint, dead code and format, side by side; false where something is wrong, which has been told. */
export async function check(): Promise<boolean> {
  const passed = await Promise.all(
    CHECKS.map(([tool, ...options]) => runNode([`node_modules/.bin/${tool}`, ...options])),
  );
  return !passed.includes(false);
}
