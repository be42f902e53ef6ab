import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { Asset, ASSET_ENCODINGS } from '../response/asset.js';
import { isSameText, NOT_MODIFIED } from '../response/etag.js';
import { defineRoute, type Route } from '../route.js';

/** What the build leaves there: index.html, and files whose names change with their content. */
const BUNDLE = new URL('../../../dist/web/', import.meta.url);
const ASSETS = new URL('assets/', BUNDLE);

/** Each is a view of the page, which reads the path itself. */
const VIEWS = ['/', '/map', '/week', '/stations', '/account', '/sign-in'];

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Everything comes from here, and nothing is written into the page but by its script. */
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

/** An asset is never another: a new one has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const open = {
  method: 'GET',
  auth: 'none',
  limitGroup: 'other',
  envelope: false,
  negotiated: false,
  encodings: ASSET_ENCODINGS,
  response: z.object({}),
} as const;

/** The page's files, read once; none where it has not been built. */
export function pageFiles(): readonly Route[] {
  const index = new URL('index.html', BUNDLE);
  if (!existsSync(index)) return [];
  const html = new Asset('text/html', readFileSync(index, 'utf8'), { 'Content-Security-Policy': POLICY });
  const views = VIEWS.map((path) =>
    defineRoute({
      ...open,
      path,
      rendered: true,
      summary: 'The page',
      anyQuery: true,
      handler: async ({ ctx }) => (isSameText(ctx, html.digest) ? NOT_MODIFIED : html),
    }),
  );
  const assets = readdirSync(ASSETS).map((name) => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const asset = new Asset(type, readFileSync(new URL(name, ASSETS)), { 'Cache-Control': FOR_EVER });
    return defineRoute({ ...open, path: `/assets/${name}`, summary: 'A part of the page', handler: async () => asset });
  });
  return [...views, ...assets];
}
