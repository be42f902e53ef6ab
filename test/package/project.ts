import { rmSync } from 'node:fs';
import test from 'ava';
import { installCore } from './installed.js';

/**
 * Project with the installed package, which all tests of the room share; each test writes files with names of its own.
 */
export const project = await installCore();

test.after.always(() => rmSync(project.directory, { recursive: true }));
