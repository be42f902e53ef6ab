/** `npm run check`: says nothing where all is well. */
import { check } from './build/check.js';

if (!(await check())) process.exitCode = 1;
