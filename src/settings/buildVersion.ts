import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Number of the package's version, which the API's document and the command line give as theirs. */
export const VERSION = readVersion();

/** Directory of the code that runs: dist/ after a build, else src/. */
const CODE = new URL('../', import.meta.url);
/** Pattern of the paths of code files, except in web/: the page's files get new names when they change. */
const IS_CODE = /^(?!web\/).*\.(?:js|ts|wasm)$/;

/**
 * Digest of all code in a directory but the page's: the same wherever the same build runs, different once any of these
 * files changes. Reads each file once, which takes some milliseconds.
 */
export function readBuildVersion(directory: URL = CODE): string {
  const names = readdirSync(fileURLToPath(directory), { recursive: true, encoding: 'utf8' });
  const digest = createHash('sha256');
  for (const name of names.filter((file) => IS_CODE.test(file)).toSorted()) {
    const content = readFileSync(new URL(name, directory));
    digest.update(`${name}\0${content.length}\0`).update(content);
  }
  return digest.digest('base64url').slice(0, 22);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
