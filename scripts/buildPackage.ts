/** `npm run build:package`: writes the package `sidelobe-core` into build/sidelobe-core, of what `npm run build` wrote to dist/. */
import { corePackage } from './build/corePackage.js';

const { directory, files } = await corePackage();
process.stdout.write(`${directory}: ${files} files; publish it with npm publish ./${directory}\n`);
