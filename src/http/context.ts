import type { RouterContext } from '@koa/router';
import type { Caller } from '../db/accounts/callers.js';
import type { Work } from '../fairness/door.js';
import { BASE_PATH } from '../spec.js';

/** Content codings that bodies are compressed with (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip';

/** Properties of a route that middleware needs, without its schemas and its handler. */
export interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the prefix under which the route is mounted, with `:name` for path parameters. */
  readonly path: string;
  /** `token`: needs an API token in the Authorization header; below the page's path, a session cookie. */
  readonly auth: 'none' | 'token';
  /**
   * Limit that a call counts against: one of its account's (docs/specification.md, section 8), or that of sign-ins.
   * Calls of the page's own routes count against the page's limit instead.
   */
  readonly limitGroup: 'interference' | 'other' | 'sign-in';
  /** Whether a call does not count against its limit, and is answered even when the limit is used up. */
  readonly free: boolean;
  /** Whether a call needs the Enterprise plan. */
  readonly enterprise: boolean;
  /** Kind of work: `cheap`, little or none; `change`, of rows; `whole`, one question of many ms; `many`, several. */
  readonly work: Work;
  /** Whether its answers have an ETag and If-None-Match is honoured; by default for `interference`. Assets omit it. */
  readonly conditional: boolean;
  /** Whether Accept is honoured; not for files and binary answers, nor for health checks, which cannot set it. */
  readonly negotiated: boolean;
  /** Media types of its answers, the one that most clients want first. */
  readonly types: readonly string[];
  /** Encodings that its answers may be compressed with. */
  readonly encodings: readonly Encoding[];
  /** Whether browsers render its answers, which then carry the headers of a document. */
  readonly rendered: boolean;
}

/** Routes of a request's path, found before credentials, limits and input are checked. */
export interface Location {
  /** Routes of the path, whatever their method; empty for an unknown path. */
  readonly onPath: readonly RouteFacts[];
  /** Route of the path with the request's method. */
  readonly route: RouteFacts | undefined;
  /** Runs `route`; to be called once the request has passed the checks of all middleware. */
  readonly answer: ((ctx: ApiContext) => Promise<void>) | undefined;
}

export type Locate = (path: string, method: string) => Location;

/** State of a request: middleware writes it for later middleware and handlers. */
export interface RequestState {
  /** Version of the build that answers. */
  build: string;
  requestId: string;
  /** Address of the client: see clientAddresses. */
  address: string;
  /** Network that the client asks from: see clientNetwork. */
  network: string;
  location: Location;
  /** Whether the request is below the page's path. */
  isOfPage: boolean;
  /** Code of the error that was answered. */
  errorCode?: string;
  /** Caller of the request; undefined before its credentials are checked, and if it needs none. */
  caller?: Caller;
  /** Functions to call when the handler has ended: they release the day windows that it used. */
  kept?: (() => void)[];
  /** Gives back the memory of the answer's text, which otherwise is held until the answer is sent. */
  release?: () => void;
  /** Counts the call against its limit. Set only if the answer may be a 304: then the call is not counted at once. */
  charge?: () => Promise<void>;
}

export type ApiContext = RouterContext<RequestState>;
export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<unknown>) => Promise<unknown>;

/** Prefix of the page's own routes, and of the API's routes with a session instead of a token. Files lie elsewhere. */
export const PAGE_PATH = '/page';

/** Route of the page that browsers get when they ask for a path that does not exist. */
export const NOT_FOUND_PAGE = '/not-found';

/** Returns the address of a path: below the public URL, or from the root if there is none. */
export function addressOf(path: string, publicUrl = ''): string {
  return publicUrl.replace(/\/+$/, '') + path;
}

/** Addresses of the API and its descriptions, told to clients that ask for an unknown path. */
export function entrances(publicUrl: string | undefined) {
  return {
    base_path: addressOf(BASE_PATH, publicUrl),
    documentation: addressOf('/docs', publicUrl),
    openapi: addressOf('/openapi.json', publicUrl),
  };
}
