/**
 * `npm run dev`: builds all stale parts and serves the demo from a data directory of its own. After each save it builds the
 * changed part and restarts the server; if a part does not compile, it prints the errors and keeps the running server. The
 * service's settings apply.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, utimesSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/config.js';
import { CORE, type Part, runNode, SERVER, SHIPPED, staleParts } from './build/parts.js';

const env = { SIDELOBE_DATA_DIR: '.sidelobe-dev', LOG_LEVEL: 'warn', ...process.env };
const { host, port } = readConfig(env);
const url = `http://${host}:${port}`;

/** Editors write a file in several steps. */
const QUIET_MS = 30;
const POLL_MS = 20;
/** Module of the compiler, imported by a variable: its declarations would add AssemblyScript's globals to our types. */
const COMPILER = 'assemblyscript/asc';
interface Compiler {
  main(options: string[], streams: { stderr: NodeJS.WriteStream }): Promise<{ error: Error | null }>;
}

/** State of tsc's incremental builds. */
const KNOWN = 'dist/dev.tsbuildinfo';

const changed = new Set(staleParts(SHIPPED));
const stopping = new AbortController();
let changedAt = Date.now();
let server: ChildProcess | undefined;
let hasDemo = false;
let wake = (): void => undefined;

rmSync(KNOWN, { force: true });
for (const directory of ['assembly', 'src']) {
  watch(directory, { recursive: true, signal: stopping.signal }, (_event, file) => {
    const parts = SHIPPED.filter(({ isSource }) => isSource(`${directory}/${file}`));
    if (changed.size === 0 && parts.length > 0) changedAt = Date.now();
    for (const part of parts) changed.add(part);
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
  const since = changedAt;
  changed.clear();
  const built = await Promise.all(parts.map(rebuild));
  const names = parts.map(({ output }) => output).join(', ') || 'what was built before';
  if (built.includes(false)) return say(`${names}: not built; the server of before still runs`);
  if (server?.kill('SIGTERM') === true) await once(server, 'exit');
  if (stopping.signal.aborted) return;
  // The first start makes the demo's password and token; later starts keep them.
  const started = spawn(process.execPath, ['dist/cli.js', 'serve', ...(hasDemo ? [] : ['--demo'])], {
    env,
    stdio: 'inherit',
    // In a process group of its own, so that Ctrl-C reaches it once, through us.
    detached: true,
  });
  server = started;
  void isServing(started).then((serves) => {
    hasDemo ||= serves;
    if (serves) say(`${names}: served at ${url} after ${Date.now() - since} ms`);
  });
}

/** Waits until the process answers (true) or has ended (false). */
async function isServing(started: ChildProcess): Promise<boolean> {
  while (started.exitCode === null && started.signalCode === null) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok === true) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function rebuild(part: Part): Promise<boolean> {
  if (part === CORE) return buildCore();
  return runNode(part === SERVER ? [...part.command, '--incremental', '--tsBuildInfoFile', KNOWN] : part.command);
}

/** Builds the core with a compiler that stays warm in this process, and hardly optimised: in a fifth of the time. */
async function buildCore(): Promise<boolean> {
  const asc = (await import(COMPILER)) as Compiler;
  const options = ['assembly/index.ts', '--config', 'asconfig.json', '--target', 'dev'];
  const { error } = await asc.main(options, { stderr: process.stderr });
  // Dated before its sources, so that a release build replaces it: this core is hardly optimised.
  if (error === null) utimesSync(CORE.output, 0, 0);
  return error === null;
}

function say(what: string): void {
  process.stdout.write(`dev: ${what}\n`);
}
