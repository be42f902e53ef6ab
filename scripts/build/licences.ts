import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Comment with the licences of the packages in a bundle, which ask for being passed on with it; empty without any. */
export function licencesOf(inputs: readonly string[]): string {
  const packages = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
  const texts = [...new Set(packages)].sort().map((name) => {
    const directory = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
    const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is in the bundle, but ${directory} has no licence file`);
    return `${name}\n\n${readFileSync(`${directory}/${file}`, 'utf8').trim().replaceAll('*/', '* /')}`;
  });
  return texts.length === 0 ? '' : `/*!\n${texts.join('\n\n')}\n*/`;
}
