/** Writes docs/openapi.json, the API's document as a service without a public address serves it. */
import { writeFileSync } from 'node:fs';
import { describe } from '../src/http/routes/documents.js';

const { document } = describe(undefined);
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(document, undefined, 2)}\n`);
