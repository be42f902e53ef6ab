/**
 * Runs another script on a Postgres server of its own, named by DATABASE_URL, and ends with its exit code:
 *
 *     tsx scripts/onPostgres.ts scripts/overload.ts [ARGUMENTS]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './testPostgres.js';

const postgres = await startPostgres();
if (postgres === undefined) throw new Error('no Postgres is installed');
const script = spawn(process.execPath, ['--import=tsx', ...process.argv.slice(2)], {
  env: { ...process.env, DATABASE_URL: postgres.url },
  stdio: 'inherit',
});
const [code] = (await once(script, 'exit')) as [number | null];
await postgres.stop();
process.exitCode = code ?? 1;
