import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths, from the root, of declaration files and of all that they import. @throws Error if one imports a package */
export function reached(entries: readonly string[]): string[] {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from |import\(|import )['"]([^'"]+)['"]/g,
    )) {
      if (!imported.startsWith('.')) throw new Error(`${file} imports ${imported}: the package depends on nothing`);
      found.add(join(dirname(file), imported).replace(/\.js$/, '.d.ts'));
    }
  }
  return [...found];
}
