/**
 * Breaks what a built service depends on, again and again, and measures what its callers notice:
 *
 *     npm run trial faults -- [--rounds 5] [--seed 1] [--only frames,cuts,silence,imports,diskPostgres,diskEmbedded]
 *
 * A part that the machine has no means for (no Postgres, no root to mount a disk) is left out, saying so.
 */
import { parseArgs } from 'node:util';
import { randomFrom } from '../random.js';
import { diskEmbedded, diskPostgres } from './faults/disk.js';
import { cuts, frames, imports, silence } from './faults/wire.js';
import { runParts } from './harness/report.js';

export async function trial(args: string[]): Promise<boolean> {
  const options = { rounds: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ args, options: { ...options, only: { type: 'string', default: '' } } });
  const given = { rounds: Number(values.rounds), random: randomFrom(Number(values.seed)), only: values.only };
  return runParts({ frames, cuts, silence, imports, diskPostgres, diskEmbedded }, given);
}
