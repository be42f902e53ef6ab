import { format, resolveConfig } from 'prettier';
import { type Declaration, exportsOf } from './declarations.js';
import { markdownOf, type Section } from './markdown.js';

export const REFERENCE = 'docs/core/reference.md';

const HEAD = `# sidelobe-core: reference

All that \`sidelobe-core\` and \`sidelobe-core/catalogue\` export, from the doc comments of their sources: the texts that
editors show. \`npm run reference\` writes this page. What the words mean, and what holds for all of it, is in the
[guide](guide.md).`;

const TITLES: Readonly<Record<string, string>> = {
  'src/core/window/api.ts': 'Windows, places and maps',
  'src/core/window/occupancy.ts': 'Windows, places and maps',
  'src/core/healpix/api.ts': 'HEALPix',
  'src/core/orbits/api.ts': 'Orbits',
  'src/core/horizonMask.ts': 'Orbits',
};

/** Exports of the package, section by section. */
export function sections(): Section[] {
  const [core = [], catalogue = []] = exportsOf(process.cwd(), ['src/core/index.ts', 'src/catalogue/index.ts']);
  const byTitle = new Map<string, Declaration[]>([['Core', []]]);
  const add = (title: string, one: Declaration): void => {
    byTitle.set(title, [...(byTitle.get(title) ?? []), one]);
  };
  // Declarations of the core's own file come first.
  const isOwn = ({ file }: Declaration): boolean => file === 'src/core/index.ts';
  for (const one of [...core.filter(isOwn), ...core.filter((other) => !isOwn(other))]) {
    add(TITLES[one.file] ?? 'Core', one);
  }
  for (const one of catalogue) add('Catalogue', one);
  return [...byTitle].map(([title, declarations]) => ({ title, declarations }));
}

export async function referenceText(parts: readonly Section[]): Promise<string> {
  const config = await resolveConfig(REFERENCE);
  return format(markdownOf(HEAD, parts), { ...config, parser: 'markdown' });
}
