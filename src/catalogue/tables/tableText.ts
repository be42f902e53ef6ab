import { readFileSync } from 'node:fs';

/** Text of a table beside this file. In `sidelobe-core`, which has no files, scripts/build/corePackage.ts holds it. */
export function tableText(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
