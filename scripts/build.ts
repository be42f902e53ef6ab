/** `npm run build`: builds everything that is shipped, into dist/. */
import { build, SHIPPED } from './build/parts.js';

if (!(await build(SHIPPED))) process.exitCode = 1;
