import { z } from 'zod';
import type { Caller } from '../db/accounts/callers.js';
import type { ErrorCode } from '../errors.js';
import { BODY_LIMIT_BYTES } from '../spec.js';
import type { ApiContext } from './context.js';
import type { Encoding } from './response/encoding.js';
import type { AppDependencies } from './dependencies.js';
import type { NOT_MODIFIED } from './response/etag.js';
import type { Verbatim } from './response/rawContent.js';
import type { Spliced } from './response/embeddedJson.js';
import type { Streamed } from './response/streamed.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** 'token': in the Authorization header; below the page's path, a session's cookie. */
type Access = 'none' | 'token';
type LimitGroup = 'interference' | 'other' | 'sign-in';

const NOTHING = z.strictObject({});
type Nothing = typeof NOTHING;

/** What a handler is given: validated input, who asks, and the context for what few routes need (headers, closing). */
interface RouteRequest<A extends Access, P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  caller: A extends 'token' ? Caller : undefined;
  ctx: ApiContext;
}

interface Example<B, R> {
  /** Query parameters that the example gives, beside or in place of the usual ones. */
  query?: Readonly<Record<string, string | number>>;
  body?: B;
  response?: R;
  /** What a reader must know of it. */
  note?: string;
}

interface Definition<
  A extends Access,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  R extends z.ZodObject,
> {
  method: Method;
  /** Below the base path, with `:name` for path parameters. */
  path: string;
  summary: string;
  auth: A;
  /** What a call is counted against: one of its account's two limits (specification, section 8), or who signs in. */
  limitGroup: LimitGroup;
  /** Costs nothing of its group's limit, and is answered where that is used up. */
  free?: boolean;
  /** Needs the Enterprise plan. */
  enterprise?: boolean;
  /** False where the answer is the bare object, without `data` and `meta`. */
  envelope?: boolean;
  /** Goes beyond the specification. */
  extension?: boolean;
  /** Whether its answers have an ETag, and If-None-Match is looked at; as a rule those of interference. */
  conditional?: boolean;
  /** Whether its answers have a Location. */
  location?: boolean;
  /** False where Accept is not looked at: the answer is no JSON, or what asks cannot be told what to accept. */
  negotiated?: boolean;
  /** True where the query string is not the server's: a view of the page keeps its state there. */
  anyQuery?: boolean;
  /** How its answers may be compressed; by gzip as a rule. */
  encodings?: readonly Encoding[];
  /** Whether browsers render its answers: they say what such a document may do. */
  rendered?: boolean;
  /** The errors of its own; those that follow from the other fields need not be named. */
  errors?: readonly ErrorCode[];
  /** What the API's document shows; the parts that are missing are put together from the schemas. */
  example?: Example<z.input<B>, z.input<R>>;
  params?: P;
  query?: Q;
  body?: B;
  /** The most that a body may have. */
  bodyLimitBytes?: number;
  /** The answer's `data`. */
  response: R;
  handler(
    request: RouteRequest<A, P, Q, B>,
    dependencies: AppDependencies,
  ): Promise<z.input<R> | Spliced | Streamed | Verbatim | typeof NOT_MODIFIED>;
}

/** A route as the framework sees it: every optional part filled in, the handler's types erased. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly auth: Access;
  readonly limitGroup: LimitGroup;
  readonly free: boolean;
  readonly enterprise: boolean;
  readonly envelope: boolean;
  readonly extension: boolean;
  readonly conditional: boolean;
  readonly location: boolean;
  readonly negotiated: boolean;
  readonly anyQuery: boolean;
  readonly encodings: readonly Encoding[];
  readonly rendered: boolean;
  readonly errors: readonly ErrorCode[];
  readonly example: Example<object, object>;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Undefined: a body is neither read nor looked at. */
  readonly body: z.ZodObject | undefined;
  readonly bodyLimitBytes: number;
  readonly response: z.ZodObject;
  /** A method, so that TypeScript lets each route take the input of its own schemas. */
  handler(
    request: RouteRequest<Access, z.ZodObject, z.ZodObject, z.ZodObject>,
    dependencies: AppDependencies,
  ): Promise<object | typeof NOT_MODIFIED>;
}

/** One operation of the API: its schemas validate the request, type the handler and describe it in documents. */
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
    envelope: true,
    extension: false,
    conditional: definition.limitGroup === 'interference',
    location: false,
    negotiated: true,
    anyQuery: false,
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
