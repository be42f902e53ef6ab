import { BASE_PATH } from '../../spec.js';
import { referencePage } from '../docs/page.js';
import { STYLE } from '../docs/style.js';
import { isSameText, NOT_MODIFIED } from '../response/answer.js';
import { openApiDocument, type OpenApiDocument } from '../openapi/document.js';
import { Asset, ASSET_ROUTE } from '../response/asset.js';
import { addressOf } from '../context.js';
import { defineRoute, type Route } from '../route.js';
import { describedRoutes } from './index.js';

/**
 * Content-Security-Policy of the reference, which loads nothing but its style sheet. Requests are not upgraded to
 * HTTPS, so that the service also works without.
 */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Placeholder in the reference for the address of the service. */
const ADDRESS = 'http://address.invalid';

interface Described {
  document: OpenApiDocument;
  json: Asset;
  /** The reference, with ADDRESS in it. */
  html: string;
}

/** Documents by public URL. Each is made once, before the process takes requests: it takes a tenth of a second. */
const known = new Map<string | undefined, Described>();

/** Document and reference of the API, for a public address or for none. */
export function describe(publicUrl: string | undefined): Described {
  const made = known.get(publicUrl);
  if (made !== undefined) return made;
  const document = openApiDocument(describedRoutes, publicUrl);
  const json = new Asset('application/json', JSON.stringify(document));
  const html = referencePage(document, ADDRESS + BASE_PATH);
  const described = { document, json, html };
  known.set(publicUrl, described);
  return described;
}

/** Routes that describe the API, at the root: no token needed, not counted, constant for the life of the process. */
export function documentRoutes({ publicUrl }: { publicUrl: string | undefined }): readonly Route[] {
  const style = new Asset('text/css', STYLE);
  let reference: Asset | undefined;
  /** Makes the reference; without a public address its commands are for a shell on this machine. */
  const referenceAt = (port: number | undefined): Asset => {
    const address = addressOf('', publicUrl ?? `http://127.0.0.1:${port}`);
    const html = describe(publicUrl).html.replace(ADDRESS, address);
    return new Asset('text/html', html, { 'Content-Security-Policy': POLICY });
  };
  return [
    defineRoute({
      ...ASSET_ROUTE,
      path: '/openapi.json',
      summary: "The API's document, OpenAPI 3.1",
      handler: async ({ ctx }) => {
        // The document holds nobody's data, and tools in browsers load it from other origins.
        ctx.set('Access-Control-Allow-Origin', '*');
        const { json } = describe(publicUrl);
        return isSameText(ctx, json.digest) ? NOT_MODIFIED : json;
      },
    }),
    defineRoute({
      ...ASSET_ROUTE,
      path: '/docs',
      rendered: true,
      summary: 'The same to read',
      handler: async ({ ctx }) => {
        reference ??= referenceAt(ctx.req.socket.localPort);
        return isSameText(ctx, reference.digest) ? NOT_MODIFIED : reference;
      },
    }),
    defineRoute({
      ...ASSET_ROUTE,
      path: '/docs.css',
      summary: 'Its style sheet',
      handler: async ({ ctx }) => (isSameText(ctx, style.digest) ? NOT_MODIFIED : style),
    }),
  ];
}
