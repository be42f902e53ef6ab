/**
 * Breaks what a built service depends on, again and again, and measures what its callers notice:
 *
 *     npm run trial faults -- [--rounds 5] [--seed 1] [--only frames,cuts,silence,imports,diskPostgres,diskEmbedded]
 *
 * A part that the machine has no means for (no Postgres, no root to mount a disk) is left out, saying so.
 */
import type { Options } from '../trial.js';
import { diskEmbedded, diskPostgres } from './faults/disk.js';
import { cuts, frames, imports, silence } from './faults/wire.js';
import { runParts } from './harness/report.js';

export function trial({ rounds = 5, only, random }: Options): Promise<boolean> {
  return runParts({ frames, cuts, silence, imports, diskPostgres, diskEmbedded }, { rounds, only, random });
}
