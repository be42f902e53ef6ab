import type { Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../../config.js';
import { abortedBySignal } from '../context.js';
import { whenUnexpected } from '../operations/log.js';
import { runWorker } from '../../service/batch.js';

export function workerCommand(program: Command): void {
  program
    .command('worker')
    .description('help with the sweeps of other processes on the same Postgres server, until it is stopped')
    .action(work);
}

async function work(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const stopping = abortedBySignal((signal) => log.info({ signal }, 'stopping'));
  whenUnexpected(log, () => stopping.abort());
  await runWorker(config, log, stopping.signal);
}
