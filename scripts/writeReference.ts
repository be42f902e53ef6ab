/** `npm run reference`: writes docs/core/reference.md from the doc comments of what the core's package exports. */
import { writeFileSync } from 'node:fs';
import { REFERENCE, referenceText, sections } from './reference/reference.js';

writeFileSync(REFERENCE, await referenceText(sections()));
