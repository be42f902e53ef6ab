/**
 * `npm run dev`: builds all stale parts and serves the demo from a data directory of its own. After each save it builds
 * the changed part and restarts the server; if a part does not compile, it prints the errors and keeps the running
 * server. The service's settings apply.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, utimesSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/config.js';
import { CORE, DEV_CORE_COMMAND, type Part, runNode, SERVER, SHIPPED, staleParts } from './build/parts.js';

const env = { SIDELOBE_DATA_DIR: '.sidelobe-dev', LOG_LEVEL: 'warn', ...process.env };
const { host, port } = readConfig(env);

/** Milliseconds to wait after a save: editors write a file in several steps. */
const QUIET_MS = 30;
/** File in which tsc keeps the state of incremental builds. */
const KNOWN = 'dist/dev.tsbuildinfo';

const changed = new Set(staleParts(SHIPPED));
const stopping = new AbortController();
let server: ChildProcess | undefined;
let wake = (): void => undefined;

rmSync(KNOWN, { force: true });
for (const directory of ['assembly', 'src']) {
  watch(directory, { recursive: true, signal: stopping.signal }, (_event, file) => {
    for (const part of SHIPPED) if (part.isSource(`${directory}/${file}`)) changed.add(part);
    wake();
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping.abort();
    server?.kill('SIGTERM');
    wake();
  });
}

while (!stopping.signal.aborted) {
  await serve();
  while (changed.size === 0 && !stopping.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
  await sleep(QUIET_MS);
}

async function serve(): Promise<void> {
  const parts = [...changed];
  changed.clear();
  const built = await Promise.all(parts.map(rebuild));
  const names = parts.map(({ output }) => output).join(', ') || 'all parts as they were built before';
  if (built.includes(false)) return say(`${names}: not built; the server of before still runs`);
  const isFirst = server === undefined;
  if (server?.kill('SIGTERM') === true) await once(server, 'exit');
  if (stopping.signal.aborted) return;
  // The first start creates the demo account or renews its password and token, and prints both; later starts do not.
  server = spawn(process.execPath, ['dist/cli.js', 'serve', ...(isFirst ? ['--demo'] : [])], {
    env,
    stdio: 'inherit',
    // The server gets a process group of its own, so that Ctrl-C does not signal it a second time: this process passes
    // the signal on.
    detached: true,
  });
  say(`${names}: starting at http://${host}:${port}`);
}

async function rebuild(part: Part): Promise<boolean> {
  if (part === SERVER) return runNode([...part.command, '--incremental', '--tsBuildInfoFile', KNOWN]);
  if (part !== CORE) return runNode(part.command);
  const isBuilt = await runNode(DEV_CORE_COMMAND);
  // The core gets a date before that of its sources, so that a release build replaces it: this one is hardly optimised.
  if (isBuilt) utimesSync(CORE.output, 0, 0);
  return isBuilt;
}

function say(what: string): void {
  process.stdout.write(`dev: ${what}\n`);
}
