/** Writes docs/openapi.json, the API's document as it is served where no public address is set. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/http/openapi/document.js';
import { healthRoutes, routes } from '../src/http/routes/index.js';

const document = openApiDocument([...routes, ...healthRoutes], undefined);
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(document, undefined, 2)}\n`);
