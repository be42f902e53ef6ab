import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** Files of dist/ that one command builds; all paths are from the root. */
export interface Part {
  isSource: (file: string) => boolean;
  /** File whose modification time says when the part was built. */
  output: string;
  /** Arguments for Node that build the part. */
  command: string[];
}

const ASC = ['node_modules/assemblyscript/bin/asc.js', 'assembly/index.ts', '--config', 'asconfig.json', '--target'];
const isKernel = (file: string): boolean => /^(?:assembly\/.*\.ts|asconfig\.json)$/.test(file);

export const CORE: Part = { isSource: isKernel, output: 'dist/core.wasm', command: [...ASC, 'release'] };

/** Arguments for Node that build the core with little optimisation, in a fifth of the time. */
export const DEV_CORE_COMMAND = [...ASC, 'dev'];

/** WebAssembly core with its assertions, for the tests of its kernels. */
const DEBUG_CORE: Part = { isSource: isKernel, output: 'dist/core.debug.wasm', command: [...ASC, 'debug'] };

export const SERVER: Part = {
  isSource: (file) => /^(?:src\/(?!web\/).*\.ts|(?:src\/)?tsconfig\.json)$/.test(file),
  output: 'dist/cli.js',
  command: ['node_modules/typescript/bin/tsc', '--project', 'src'],
};

/** Tables that modules of the server read beside themselves. */
const TABLES: Part = {
  isSource: (file) => /^src\/catalogue\/tables\/.*\.csv$/.test(file),
  output: 'dist/catalogue/tables/constellations.csv',
  command: [
    '--eval',
    `fs.cpSync('src/catalogue/tables', 'dist/catalogue/tables', { recursive: true, filter: (file) => !/ts$/.test(file) })`,
  ],
};

const PAGE: Part = {
  isSource: (file) => /^(?:src\/(?:web\/.*\.(?:tsx?|css|html)|spec\.ts)|package-lock\.json)$/.test(file),
  output: 'dist/web/index.html',
  command: ['--import=tsx', 'scripts/build/page.ts'],
};

/** Packed files of an empty database, made by the installed version of PGlite. */
export const DATABASE: Part = {
  isSource: (file) =>
    /^(?:package-lock\.json|scripts\/build\/database\.ts|src\/db\/connection\/archive\.ts)$/.test(file),
  output: 'dist/postgres.tar.gz',
  command: ['--import=tsx', 'scripts/build/database.ts'],
};

export const SHIPPED = [CORE, SERVER, TABLES, PAGE, DATABASE];
export const TESTED = [...SHIPPED, DEBUG_CORE];

/** Builds parts at the same time; returns false if one does not compile, after its compiler has printed why. */
export async function build(parts: readonly Part[]): Promise<boolean> {
  const built = await Promise.all(
    parts.map(async ({ command, output }) => {
      const startedAt = new Date();
      if (!(await runNode(command))) return false;
      // The output gets the time of the build's start, so that a source saved during the build counts as newer.
      utimesSync(output, startedAt, startedAt);
      return true;
    }),
  );
  return !built.includes(false);
}

/** Returns the parts that are older than one of their sources. */
export function staleParts(parts: readonly Part[]): Part[] {
  const files = ['assembly', 'src'].flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((file) => join(directory, file)),
  );
  const sources = [...files, 'asconfig.json', 'tsconfig.json', 'package-lock.json', 'scripts/build/database.ts'];
  return parts.filter(({ isSource, output }) => {
    const builtAt = timeOf(output);
    return sources.some((file) => isSource(file) && timeOf(file) > builtAt);
  });
}

/** Runs Node with these arguments, and prints its output; returns false if it fails. */
export async function runNode(command: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'pipe'] });
  // The core's compiler prints this line if it tried one more optimization in vain and dropped it: that is no fault.
  const told = (text: string): string => text.replace('Last converge was suboptimal.\n', '');
  child.stderr.setEncoding('utf8').on('data', (text: string) => process.stderr.write(told(text)));
  const [status] = await once(child, 'close');
  return status === 0;
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
