import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corePackage } from '../../scripts/build/corePackage.js';

/** An empty project outside of this one, with the package `sidelobe-core` in it as npm packs and installs it. */
export interface Project {
  directory: string;
  packedBytes: number;
  /** Paths in the tarball. */
  files: string[];
  write(file: string, content: string): string;
  /** What Node writes with these arguments, to its output and as warnings. */
  node(...command: string[]): Promise<string>;
}

const run = promisify(execFile);

/** @throws where npm cannot install it without network */
export async function installCore(): Promise<Project> {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-core-'));
  const source = join(directory, 'sidelobe-core');
  await corePackage(source);
  const write = (file: string, content: string): string => {
    const path = join(directory, file);
    writeFileSync(path, content);
    return path;
  };
  write('package.json', '{ "private": true }');
  const packed = await run('npm', ['pack', '--json', source], { cwd: directory });
  const [told] = JSON.parse(packed.stdout) as { filename: string; size: number; files: { path: string }[] }[];
  if (told === undefined) throw new Error(`npm pack told nothing: ${packed.stdout}`);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, `./${told.filename}`], { cwd: directory });
  return {
    directory,
    packedBytes: told.size,
    files: told.files.map(({ path }) => path),
    write,
    node: async (...command) => {
      const { stdout, stderr } = await run(process.execPath, command, { cwd: directory });
      return `${stderr}${stdout}`.trim();
    },
  };
}
