/** `npm run check`: checks types, lint, dead code and format; says nothing if all is well. */
import { check } from './build/check.js';

if (!(await check())) process.exitCode = 1;
