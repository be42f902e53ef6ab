import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { lockDirectory } from '../../../src/db/connection/directoryLock.js';
import { UserError } from '../../../src/errors.js';
import { temporaryDirectory } from '../../helpers/files.js';

function emptyDirectory(t: ExecutionContext): { directory: string; lock: string } {
  const directory = temporaryDirectory(t);
  return { directory, lock: join(directory, 'lock') };
}

test('a held lock is refused, naming directory, owner and remedy, and free again after its release', (t) => {
  const { directory, lock } = emptyDirectory(t);
  const release = lockDirectory(directory);
  const error = t.throws(() => lockDirectory(directory), { instanceOf: UserError });
  t.is(
    error.message,
    `the embedded database in ${directory} is in use by process ${process.pid}; stop it, or set DATABASE_URL to share a server`,
  );
  t.deepEqual(readdirSync(directory), ['lock']);
  release();
  t.deepEqual(readdirSync(directory), []);

  const again = lockDirectory(directory);
  release();
  t.truthy(readFileSync(lock, 'utf8'), 'a release that comes twice leaves the next lock alone');
  again();
});

test('the lock of a dead process is taken over, also where its number lives on in another', async (t) => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  for (const stale of [`${child.pid} 12345\n`, `${process.pid} 1\n`, '', 'no lock of ours']) {
    const { directory, lock } = emptyDirectory(t);
    writeFileSync(lock, stale);
    const release = lockDirectory(directory);
    t.is(readFileSync(lock, 'utf8').split(' ')[0], String(process.pid), `instead of "${stale.trim()}"`);
    t.deepEqual(readdirSync(directory), ['lock']);
    release();
  }
});

test('a live process of unknown start time keeps its lock', (t) => {
  const { directory, lock } = emptyDirectory(t);
  writeFileSync(lock, `${process.ppid} \n`);
  t.throws(() => lockDirectory(directory), { instanceOf: UserError, message: new RegExp(`process ${process.ppid};`) });
  t.is(readFileSync(lock, 'utf8'), `${process.ppid} \n`);
});

test('a process that ends without releasing its lock leaves none behind', async (t) => {
  const { directory } = emptyDirectory(t);
  const source = new URL('../../../dist/db/connection/directoryLock.js', import.meta.url).href;
  const script = `import { lockDirectory } from '${source}'; lockDirectory(process.argv[1]); console.log('locked');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory]);
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  t.deepEqual({ output, status }, { output: 'locked\n', status: 0 });
  t.deepEqual(readdirSync(directory), []);
});
