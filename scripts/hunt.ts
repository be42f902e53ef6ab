/**
 * `npm run hunt NAME [-- OPTIONS]`: compares two ways of computing the same on random cases, as many as you ask for.
 * Ends with the numbers of cases checked and differing, and with exit code 1 if any differs or none was checked.
 *
 *     npm run hunt sites -- [--count 100] [--seed 1] [--catalogue FILE] [--transmitters FILE] [FILE ...]
 *
 * The catalogue is the bundled one unless --catalogue gives another, which may be any that `catalogue import` takes.
 */
import { parseArgs } from 'node:util';
import { createOwnedCore } from '../src/core/instance.js';
import { type Hunt, huntingWith } from './hunts/hunting.js';

const HUNTS: Readonly<Record<string, () => Promise<{ hunt: Hunt }>>> = {
  sites: async () => ({ hunt: (await import('./hunts/coverage.js')).sites }),
  footprints: () => import('./hunts/footprints.js'),
  extremes: async () => ({ hunt: (await import('./hunts/coverage.js')).extremes }),
  interferers: () => import('./hunts/interferers.js'),
  sweep: () => import('./hunts/sweep.js'),
  discs: () => import('./hunts/discs.js'),
  passes: async () => ({ hunt: (await import('./hunts/references.js')).passes }),
  looks: async () => ({ hunt: (await import('./hunts/references.js')).looks }),
  encounters: async () => ({ hunt: (await import('./hunts/references.js')).encounters }),
  overlap: async () => ({ hunt: (await import('./hunts/references.js')).overlap }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
  },
});
const [name = '', ...files] = positionals;
const load = HUNTS[name];
if (load === undefined) {
  process.stderr.write(`usage: npm run hunt NAME [-- OPTIONS], NAME one of ${Object.keys(HUNTS).join(', ')}\n`);
  process.exit(2);
}
const { hunt } = await load();
const hunting = huntingWith(await createOwnedCore(1536), { ...values, files });
const fromMs = performance.now();
await hunt(hunting);
const { checked, differing } = hunting.counts;
const seconds = ((performance.now() - fromMs) / 1000).toFixed(1);
process.stdout.write(`${name}: checked ${checked.toLocaleString('en')}, differing ${differing}, ${seconds} s\n`);
process.exit(differing === 0 && checked > 0 ? 0 : 1);
