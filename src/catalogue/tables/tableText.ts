import { readFileSync } from 'node:fs';

/** Text of a table beside this file. In `sidelobe-core`, scripts/build/corePackage.ts puts the text in its place. */
export function tableText(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
