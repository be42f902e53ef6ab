/** Writes docs/openapi.json, the API's document as it is served where no public address is set. */
import { writeFileSync } from 'node:fs';
import { describe } from '../src/http/routes/documents.js';

const { document } = describe(undefined);
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(document, undefined, 2)}\n`);
