import { BASE_PATH } from '../../spec.js';
import { referencePage } from '../docs/page.js';
import { STYLE } from '../docs/style.js';
import { isSameText, NOT_MODIFIED } from '../response/answer.js';
import { openApiDocument, type OpenApiDocument } from '../openapi/document.js';
import { Asset, ASSET_ROUTE } from '../response/asset.js';
import { addressOf, requestedOrigins } from '../request/addresses.js';
import { defineRoute, type Route } from '../route.js';
import { describedRoutes } from './index.js';

/** Content-Security-Policy of the reference, which loads its style sheet and nothing else; it allows plain HTTP. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Placeholder in the page for the base address of the request. */
const ANY_BASE = 'http://base.invalid';
/** Most pages kept; each address under which the service is reached has its own. */
const KEPT_PAGES = 8;

interface Described {
  document: OpenApiDocument;
  json: Asset;
  /** The reference, with ANY_BASE in it. */
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
  const html = referencePage(document, { style: 'docs.css', source: 'openapi.json', base: ANY_BASE });
  const described = { document, json, html };
  known.set(publicUrl, described);
  return described;
}

/** Routes that describe the API, at the root: no token needed, not counted, constant for the life of the process. */
export function documentRoutes({
  publicUrl,
  trustProxy,
}: {
  publicUrl: string | undefined;
  trustProxy: readonly string[];
}): readonly Route[] {
  const style = new Asset('text/css', STYLE);
  const originOf = requestedOrigins(trustProxy);
  const pages = new Map<string, Asset>();
  const pageFor = (base: string): Asset => {
    const kept = pages.get(base);
    if (kept) return kept;
    const { html } = describe(publicUrl);
    const page = new Asset('text/html', html.replace(ANY_BASE, base), { 'Content-Security-Policy': POLICY });
    if (pages.size >= KEPT_PAGES) pages.clear();
    pages.set(base, page);
    return page;
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
        ctx.vary('Host, X-Forwarded-Host, X-Forwarded-Proto');
        const page = pageFor(addressOf(BASE_PATH, publicUrl ?? originOf(ctx.req)));
        return isSameText(ctx, page.digest) ? NOT_MODIFIED : page;
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
