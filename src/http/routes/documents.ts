import { z } from 'zod';
import { referencePage } from '../docs/page.js';
import { STYLE } from '../docs/style.js';
import { isSameText, NOT_MODIFIED } from '../etag.js';
import { openApiDocument } from '../openapi/document.js';
import { Asset, ASSET_ENCODINGS } from '../asset.js';
import { defineRoute, type Route } from '../route.js';

const open = {
  method: 'GET',
  auth: 'none',
  limitGroup: 'other',
  envelope: false,
  negotiated: false,
  encodings: ASSET_ENCODINGS,
} as const;

/** The page loads its style sheet and nothing else; unlike the API's policy it lets plain HTTP be. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What describes the API, at the root: no token needed, not counted, and the same as long as the process runs.
 *
 * @param described the routes below the base path
 * @param publicUrl where clients reach the service, where it is known
 */
export function documentRoutes(described: readonly Route[], publicUrl: string | undefined): readonly Route[] {
  const document = openApiDocument(described, publicUrl);
  const json = new Asset('application/json', JSON.stringify(document));
  const style = new Asset('text/css', STYLE);
  const html = referencePage(document, { style: 'docs.css', source: 'openapi.json' });
  const page = new Asset('text/html', html, { 'Content-Security-Policy': POLICY });
  return [
    defineRoute({
      ...open,
      path: '/openapi.json',
      summary: "The API's document, OpenAPI 3.1",
      response: z.object({}),
      handler: async ({ ctx }) => (isSameText(ctx, json.digest) ? NOT_MODIFIED : json),
    }),
    defineRoute({
      ...open,
      path: '/docs',
      rendered: true,
      summary: 'The same to read',
      response: z.object({}),
      handler: async ({ ctx }) => (isSameText(ctx, page.digest) ? NOT_MODIFIED : page),
    }),
    defineRoute({
      ...open,
      path: '/docs.css',
      summary: 'Its style sheet',
      response: z.object({}),
      handler: async ({ ctx }) => (isSameText(ctx, style.digest) ? NOT_MODIFIED : style),
    }),
  ];
}
