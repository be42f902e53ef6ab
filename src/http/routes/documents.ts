import { z } from 'zod';
import { isUnchanged, NOT_MODIFIED } from '../etag.js';
import { openApiDocument } from '../openapi/document.js';
import { PlainText } from '../plainText.js';
import { defineRoute, type Route } from '../route.js';

const open = { method: 'GET', auth: 'none', limitGroup: 'other', envelope: false } as const;

/**
 * What describes the API, at the root: no token needed, not counted, and the same as long as the process runs.
 *
 * @param described the routes below the base path
 * @param publicUrl where clients reach the service, where it is known
 */
export function documentRoutes(described: readonly Route[], publicUrl: string | undefined): readonly Route[] {
  const document = openApiDocument(described, publicUrl);
  const json = new PlainText('application/json', JSON.stringify(document));
  return [
    defineRoute({
      ...open,
      path: '/openapi.json',
      summary: "The API's document, OpenAPI 3.1",
      response: z.object({}),
      handler: async ({ ctx }) => (isUnchanged(ctx, ['openapi', json.text]) ? NOT_MODIFIED : json),
    }),
  ];
}
