import { readdirSync, readFileSync } from 'node:fs';

/**
 * Comment for a bundle: the licences of the packages in it, which must be shipped with them; empty if there are none.
 *
 * @param inputs paths of the bundled files from the root, which must be the working directory
 * @throws Error if a package tells no licence
 */
export function licencesOf(inputs: readonly string[]): string {
  const packages = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
  const texts = [...new Set(packages)].sort().map((name) => `${name}\n\n${licenceOf(name).replaceAll('*/', '* /')}`);
  return texts.length === 0 ? '' : `/*!\n${texts.join('\n\n')}\n*/`;
}

function licenceOf(name: string): string {
  const directory = `node_modules/${name}`;
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(`${directory}/${file}`, 'utf8').trim();
  const { license, author } = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8')) as Record<string, unknown>;
  if (typeof license !== 'string' || typeof author !== 'string') {
    throw new Error(`${name} is in a bundle, but ${directory} tells no licence`);
  }
  return `${license} License, ${author}`;
}
