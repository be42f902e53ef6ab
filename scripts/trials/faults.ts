/**
 * Cuts connections to the database of a built service, fills the database's disk, and measures the effects on callers:
 *
 *     npm run trial faults -- [--rounds 5] [--seed 1] [--only cuts,imports,diskPostgres,diskEmbedded]
 *
 * Without Postgres, or root to mount a disk, the parts that fill a disk are skipped and reported as such; without
 * Postgres the other parts fail.
 */
import type { Options } from '../trial.js';
import { diskEmbedded, diskPostgres } from './faults/disk.js';
import { cuts, imports } from './faults/wire.js';
import { runParts } from './harness/report.js';

export function trial({ rounds = 5, only, random }: Options): Promise<boolean> {
  return runParts({ cuts, imports, diskPostgres, diskEmbedded }, { rounds, only, random });
}
