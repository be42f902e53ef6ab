import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.js';

/** Error of a data directory that another process uses. */
export class DirectoryInUse extends UserError {}

/**
 * Takes `dataDir`/lock for this process, so that no other opens the embedded database in it; two would destroy its
 * data. The file holds the owner's pid and start time; the lock of a dead owner is taken over.
 *
 * @returns function that releases the lock; so does the end of the process.
 * @throws DirectoryInUse naming the directory and the owner when a live process holds the lock.
 */
export function lockDirectory(dataDir: string): () => void {
  const lock = join(dataDir, 'lock');
  const claim = join(dataDir, `lock.${process.pid}`);
  const content = `${process.pid} ${startTime(process.pid) ?? ''}\n`;
  // The lock is a hard link to a file that is written already. A lock created in place would be empty at first, and
  // another process might read it then.
  writeFileSync(claim, content);
  try {
    while (!link(claim, lock)) {
      const owner = read(lock);
      if (owner !== undefined) removeStale(lock, owner, dataDir);
    }
  } finally {
    rmSync(claim, { force: true });
  }

  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    process.off('exit', release);
    if (read(lock) === content) rmSync(lock, { force: true });
  };
  process.once('exit', release);
  return release;
}

function removeStale(lock: string, owner: string, dataDir: string): void {
  if (isAlive(owner)) {
    throw new DirectoryInUse(
      `the embedded database in ${dataDir} is in use by process ${owner.split(' ', 1)[0]}; ` +
        'stop it, or set DATABASE_URL to share a server',
    );
  }
  // The lock is renamed before it is deleted: of several processes that find it stale only one can rename it, and a
  // lock that turns out to be new is put back.
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== owner) link(aside, lock);
  rmSync(aside, { force: true });
}

/** Whether the owner of a lock still runs: same pid and start time, since a pid may be given out again. */
function isAlive(owner: string): boolean {
  const [pid, started] = owner.trim().split(' ');
  if (!/^[1-9]\d*$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  const now = startTime(Number(pid));
  return started === undefined || now === undefined || now === started;
}

/**
 * Start time of a process, in clock ticks since the start of the machine: field 22 of /proc/PID/stat (proc(5)).
 * Undefined if there is no such process or no /proc; `dead` for a process that only waits to be reaped.
 */
function startTime(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // Fields are counted from behind the command, the second field: it stands in parentheses, and may hold blanks and
  // parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : fields[19];
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
