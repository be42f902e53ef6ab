import type { Core, Scheme } from '../../src/core/index.js';
import { type Contest, secondsOf, type Subject } from './contest.js';
import type { Python } from './python.js';

/** Discs as arrays of cells: of 8 degrees at nside 64, of 20 at 256. */
export function discContests(core: Core, python: Python | undefined): Contest[] {
  const contests: Contest[] = [];
  for (const [radiusDeg, nside, discs] of [
    [8, 64, 2000],
    [20, 256, 200],
  ] as const) {
    for (const scheme of ['nested', 'ring'] as Scheme[]) {
      for (const inclusive of [false, true]) {
        const grid = core.healpix(nside, scheme);
        const all = (): void => {
          // Where peers.py has them.
          for (let i = 0; i < discs; i++) grid.disc(13.4 + i, 52.5 - (i % 500) / 4, radiusDeg, { inclusive });
        };
        const subjects: Subject[] = [{ who: 'core', run: () => secondsOf(all) }];
        const asked = ['disc', nside, radiusDeg, scheme === 'nested', inclusive, discs];
        if (python !== undefined) subjects.push({ who: 'healpy', run: () => python.ask(asked) });
        const how = inclusive ? 'inclusive (healpy: and more)' : 'strict';
        contests.push({
          work: `disc of ${radiusDeg}°, nside ${nside}, ${scheme}, ${how}`,
          items: discs,
          unit: 'µs',
          subjects,
        });
      }
    }
  }
  return contests;
}
