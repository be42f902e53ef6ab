import { z } from 'zod';
import type { Caller } from '../db/accounts/callers.js';
import type { ErrorCode } from './response/serviceError.js';
import { BODY_LIMIT_BYTES } from '../spec.js';
import type { ApiContext, RouteFacts } from './context.js';
import type { AppDependencies } from './dependencies.js';
import type { EmbeddedJson, NOT_MODIFIED } from './response/answer.js';
import type { RawContent } from './response/asset.js';
import type { Streamed } from './response/streamed.js';

type Access = RouteFacts['auth'];

const NOTHING = z.strictObject({});
type Nothing = typeof NOTHING;

/** Input of a handler: validated request, caller, and Koa's context, to set headers and see if the client left. */
interface RouteRequest<A extends Access, P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  caller: A extends 'token' ? Caller : undefined;
  ctx: ApiContext;
}

interface Example<B, R> {
  /** Values of query parameters in this example; the other parameters have the values of openapi/parameters.ts. */
  query?: Readonly<Record<string, string | number>>;
  body?: B;
  response?: R;
  /** Remark that the reader of the example needs. */
  note?: string;
}

/** A route with all optional fields filled in. Its type is the same for all routes, whatever their schemas. */
export interface Route extends RouteFacts {
  readonly summary: string;
  /** False if the answer is the bare object, without `data` and `meta`. */
  readonly envelope: boolean;
  /** Whether the route goes beyond the specification. */
  readonly extension: boolean;
  /** Whether the route's answers have a Location header. */
  readonly location: boolean;
  /** Groups of query parameters that replace each other: a request has all of one group, and none of the others. */
  readonly either: readonly (readonly string[])[];
  /** Whether any query string is accepted: views of the page keep their state there. */
  readonly anyQuery: boolean;
  /** Errors that the handler throws; errors that follow from the other fields need not be named. */
  readonly errors: readonly ErrorCode[];
  /** Example that the API's document shows. */
  readonly example: Example<object, object>;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Schema of the body; undefined if a body is not even read. */
  readonly body: z.ZodObject | undefined;
  /** Largest body that is read, in bytes. */
  readonly bodyLimitBytes: number;
  /** Schema of the answer's `data`; of the whole answer if it has no envelope. */
  readonly response: z.ZodObject;
  /** Handles a request. Declared as a method, so that TypeScript lets each route take its own schemas' input. */
  handler(
    request: RouteRequest<Access, z.ZodObject, z.ZodObject, z.ZodObject>,
    dependencies: AppDependencies,
  ): Promise<object | typeof NOT_MODIFIED>;
}

/** Fields of a route that every definition gives, as it does `auth`, `response` and `handler`; others have defaults. */
type Given = 'method' | 'path' | 'summary' | 'limitGroup';
/** Fields of a route whose types follow from its schemas and its access. */
type Typed = 'auth' | 'example' | 'params' | 'query' | 'body' | 'response' | 'handler';

interface Definition<
  A extends Access,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodObject,
>
  extends Pick<Route, Given>, Partial<Omit<Route, Given | Typed>> {
  auth: A;
  example?: Example<z.input<B>, z.input<R>>;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  handler(
    request: RouteRequest<A, P, Q, B>,
    dependencies: AppDependencies,
  ): Promise<z.input<R> | EmbeddedJson | Streamed | RawContent | typeof NOT_MODIFIED>;
}

/** Properties of calls that need a token or, below /page, a session. They count as `other`, the page's as `page`. */
export const ofAccount = { auth: 'token', limitGroup: 'other' } as const;

/**
 * Defines an operation of the API. Its schemas validate the request, give the handler its types, and describe request
 * and answer in the API's documents.
 */
export function defineRoute<
  const A extends Access,
  R extends z.ZodObject,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>(definition: Definition<A, P, Q, B, R>): Route {
  return {
    free: false,
    enterprise: false,
    work: definition.auth === 'token' && definition.method !== 'GET' ? 'change' : 'cheap',
    envelope: true,
    extension: false,
    conditional: definition.limitGroup === 'interference',
    location: false,
    either: [],
    negotiated: true,
    anyQuery: false,
    types: ['application/json'],
    encodings: ['gzip'],
    rendered: false,
    errors: [],
    example: {},
    ...definition,
    params: definition.params ?? NOTHING,
    query: definition.query ?? NOTHING,
    body: definition.body,
    bodyLimitBytes: definition.bodyLimitBytes ?? BODY_LIMIT_BYTES,
  };
}
