import { rmSync } from 'node:fs';
import test from 'ava';
import { installCore } from '../helpers/installed.js';

/** The project with the package in it that all tests of the room share; each writes files of its own names. */
export const project = await installCore();

test.after.always(() => rmSync(project.directory, { recursive: true }));
