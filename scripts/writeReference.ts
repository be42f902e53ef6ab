/** `npm run reference`: writes docs/core/reference.md from the doc comments of the exports of the core's package. */
import { writeFileSync } from 'node:fs';
import { REFERENCE, referenceText, sections } from './reference/reference.js';

writeFileSync(REFERENCE, await referenceText(sections()));
