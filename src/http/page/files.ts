import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Asset, ASSET_ROUTE } from '../response/asset.js';
import { isSameText, NOT_MODIFIED } from '../response/answer.js';
import { type ApiContext, NOT_FOUND_PAGE } from '../context.js';
import { defineRoute, type Route } from '../route.js';

/** Output of the page's build: index.html, and files whose names change with their content. */
const BUNDLE = new URL('../../../dist/web/', import.meta.url);
const ASSETS = new URL('assets/', BUNDLE);

/** Paths of the page's views. */
const VIEWS = ['/', '/ticket', '/stations', '/account', '/sign-in'];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};

/** Ending of files that the build has compressed, beside the plain ones. */
const COMPRESSED = '.br';

/**
 * Content-Security-Policy of the page: everything that it loads comes from this server, but for images that it makes
 * itself (data:, blob:); inline scripts and styles are not allowed.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Cache-Control of assets: they never change, as other content gets another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Makes the routes of the page's files, which are read once; none if the page was not built. */
export function pageFiles(): readonly Route[] {
  const index = new URL('index.html', BUNDLE);
  if (!existsSync(index)) return [];
  const html = new Asset('text/html', readFileSync(index, 'utf8'), { 'Content-Security-Policy': POLICY });
  const page = (path: string, handler: (request: { ctx: ApiContext }) => Promise<Asset | typeof NOT_MODIFIED>) =>
    defineRoute({ ...ASSET_ROUTE, path, rendered: true, summary: 'The page', anyQuery: true, handler });
  const views = VIEWS.map((path) =>
    page(path, async ({ ctx }) => (isSameText(ctx, html.digest) ? NOT_MODIFIED : html)),
  );
  const notFound = page(NOT_FOUND_PAGE, async ({ ctx }) => {
    ctx.status = 404;
    return html;
  });
  const names = readdirSync(ASSETS);
  const read = (name: string) => readFileSync(new URL(name, ASSETS));
  const plain = names.filter((name) => extname(name) !== COMPRESSED);
  const assets = plain.map((name) => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const brotli = names.includes(name + COMPRESSED) ? read(name + COMPRESSED) : undefined;
    const asset = new Asset(type, read(name), { 'Cache-Control': FOR_EVER }, brotli);
    return defineRoute({
      ...ASSET_ROUTE,
      path: `/assets/${name}`,
      summary: 'A part of the page',
      handler: async () => asset,
    });
  });
  return [...views, notFound, ...assets];
}
