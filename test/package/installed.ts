import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corePackage } from '../../scripts/build/corePackage.js';

/** Empty project outside of this repository, with the package `sidelobe-core` installed as npm would pack it. */
export interface Project {
  directory: string;
  tarball: string;
  packedBytes: number;
  /** Paths in the tarball. */
  files: string[];
  write(file: string, content: string | Uint8Array): string;
  /** Runs a program; resolves to its output and its warnings. */
  run(program: string, ...command: string[]): Promise<string>;
  node(...command: string[]): Promise<string>;
}

const start = promisify(execFile);
/** Time-out in milliseconds of packing and installing, which takes seconds, and minutes on a busy machine. */
const PATIENCE_MS = 600_000;

/**
 * Packs the package in a directory as npm would publish it; the archive goes into `cwd` unless the flags say otherwise.
 */
export async function pack(
  cwd: string,
  source: string,
  ...flags: string[]
): Promise<{ filename: string; size: number; files: string[] }> {
  const { stdout } = await start(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--no-update-notifier', ...flags, source],
    { cwd },
  );
  const [told] = JSON.parse(stdout) as { filename: string; size: number; files: { path: string }[] }[];
  if (told === undefined) throw new Error(`npm pack told nothing: ${stdout}`);
  return { ...told, files: told.files.map(({ path }) => path) };
}

/**
 * Packs and installs the core in a new project.
 *
 * @throws Error if npm cannot install it without network
 */
export async function installCore(): Promise<Project> {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-core-'));
  const source = join(directory, 'sidelobe-core');
  await corePackage(source);
  const write = (file: string, content: string | Uint8Array): string => {
    const path = join(directory, file);
    writeFileSync(path, content);
    return path;
  };
  write('package.json', '{ "private": true }');
  const packed = await pack(directory, source);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  await start('npm', ['install', ...flags, `./${packed.filename}`], { cwd: directory });
  const run = async (program: string, ...command: string[]): Promise<string> => {
    const { stdout, stderr } = await start(program, command, { cwd: directory, timeout: PATIENCE_MS });
    return `${stderr}${stdout}`.trim();
  };
  return {
    directory,
    tarball: packed.filename,
    packedBytes: packed.size,
    files: packed.files,
    write,
    run,
    node: (...command) => run(process.execPath, ...command),
  };
}
