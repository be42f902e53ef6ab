/** `npm run build:package`: makes the package `sidelobe-core` of dist/, in build/sidelobe-core. */
import { corePackage } from './build/corePackage.js';

const { directory, files } = await corePackage();
process.stdout.write(`${directory}: ${files} files; publish it with npm publish ./${directory}\n`);
