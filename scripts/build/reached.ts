import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** These modules or declarations and all that they import, their paths from the root. Throws for what is not theirs alone. */
export function reached(entries: readonly string[]): string[] {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from |import\(|import )['"]([^'"]+)['"]/g,
    )) {
      if (!imported.startsWith('.')) throw new Error(`${file} imports ${imported}: the package depends on nothing`);
      const path = join(dirname(file), imported);
      found.add(file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path);
    }
  }
  return [...found];
}
