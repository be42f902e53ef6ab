/**
 * `npm run audit`: checks that each shipped package has a licence that allows it, and asks the registry for known high
 * and critical faults of these packages. A registry that has no list of faults is only reported.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Licences that allow shipping a package if its notice goes with it. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
]);

interface Locked {
  packages: Record<string, { license?: string; dev?: boolean }>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Locked;
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
const refused = shipped.filter(([, { license }]) => license === undefined || !ALLOWED.has(license));
for (const [path, { license = 'none' }] of refused)
  process.stderr.write(`${path}: licence ${license} is not allowed\n`);
process.stdout.write(`licences of ${shipped.length} shipped packages: ${refused.length} not allowed\n`);

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
const faults = countFaults(stdout);
if (faults === undefined)
  process.stdout.write('skipped: known faults (the registry has no list of them, or cannot be reached)\n');
else process.stdout.write(`known faults of shipped packages: ${faults} high or critical\n`);
if (refused.length > 0 || (faults ?? 0) > 0) process.exitCode = 1;

function countFaults(answer: string): number | undefined {
  try {
    const { metadata } = JSON.parse(answer) as { metadata?: { vulnerabilities: { high: number; critical: number } } };
    return metadata && metadata.vulnerabilities.high + metadata.vulnerabilities.critical;
  } catch {
    return undefined;
  }
}
