import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages that are no dependencies of this one, nor need others for what is measured. */
const PACKAGES = { hscmap: '@hscmap/healpix@1.4.12', healpixJs: 'healpixjs@1.3.0', h3: 'h3-js@4.5.0' } as const;
const PYTHON_PACKAGE = 'sgp4==2.27';
const PATIENCE_MS = 120_000;

export interface Hscmap {
  ang2pix_nest: (nside: number, theta: number, phi: number) => number;
  ang2pix_ring: (nside: number, theta: number, phi: number) => number;
  pix2ang_nest: (nside: number, ipix: number) => { theta: number };
  pix2ang_ring: (nside: number, ipix: number) => { theta: number };
  nest2ring: (nside: number, ipix: number) => number;
  ring2nest: (nside: number, ipix: number) => number;
}

export interface HealpixJs {
  Healpix: new (nside: number) => {
    ang2pix(pointing: object): number;
    pix2ang(ipix: number): { theta: number };
  };
  Pointing: new (vector: null, mirror: false, theta: number, phi: number) => object;
}

export interface H3 {
  latLngToCell: (latDeg: number, lonDeg: number, resolution: number) => string;
  cellToLatLng: (cell: string) => [number, number];
}

/** Those that there are. */
export interface Peers {
  hscmap?: Hscmap;
  healpixJs?: HealpixJs;
  h3?: H3;
}

export const pythonFolder = (folder: string): string => join(resolve(folder), 'python');

/** Puts them into a folder, each alone, by npm and pip. Says which it could not. */
export function installPeers(folder: string, python: string | undefined): void {
  for (const name of Object.values(PACKAGES)) {
    orSay(name, () => {
      const target = join(folder, 'node_modules', nameOf(name));
      mkdirSync(target, { recursive: true });
      const packed = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, timeout: PATIENCE_MS });
      execFileSync('tar', ['-xzf', join(folder, packed.toString().trim()), '-C', target, '--strip-components=1']);
    });
  }
  if (python === undefined) return;
  orSay(PYTHON_PACKAGE, () => {
    const install = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--no-deps', '--target', pythonFolder(folder)];
    execFileSync(python, [...install, PYTHON_PACKAGE], { timeout: PATIENCE_MS });
  });
}

function orSay(name: string, install: () => void): void {
  try {
    install();
  } catch (error) {
    process.stderr.write(`${name} is not installed: ${String(error)}\n`);
  }
}

/** Says of each that is not there how to have it. */
export async function loadPeers(folder: string): Promise<Peers> {
  const peers: Record<string, unknown> = {};
  const require = createRequire(join(resolve(folder), 'peers.js'));
  for (const [key, name] of Object.entries(PACKAGES)) {
    try {
      const url = pathToFileURL(require.resolve(nameOf(name)));
      const loaded = (await import(url.href)) as { default?: unknown };
      peers[key] = loaded.default ?? loaded;
    } catch {
      process.stderr.write(`left out: ${name} is not in ${folder}/node_modules (--install puts it there)\n`);
    }
  }
  return peers;
}

function nameOf(versioned: string): string {
  return versioned.slice(0, versioned.lastIndexOf('@'));
}
