import {
  createServer as createHttpServer,
  type IncomingMessage,
  STATUS_CODES,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { ServiceError, type ErrorCode } from './response/serviceError.js';
import type { RequestState } from './context.js';
import { errorBody } from './response/answer.js';
import { BUDGET_HEADERS } from './limits.js';
import { requestIdOf } from './middleware/begin.js';
import type { Networks } from './networks.js';

export interface ServerTimeouts {
  /** Longest time for the request line and the headers to arrive. */
  headersMs: number;
  /** Longest time for the whole request to arrive. */
  requestMs: number;
  /** Interval at which `headersMs` and `requestMs` are checked. */
  checkMs: number;
  /**
   * Time in which a client must take some of the answer that waits to be sent. Node checks once every `stalledMs`, so a
   * client that takes nothing is cut off after one to two times `stalledMs`.
   */
  stalledMs: number;
}

/**
 * Time in ms after which an idle connection is closed. It is longer than the 60 s after which proxies close theirs:
 * otherwise a proxy might reuse a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000;

const DEFAULT_TIMEOUTS: ServerTimeouts = { headersMs: 20_000, requestMs: 20_000, checkMs: 500, stalledMs: 20_000 };

/** Time in which a client may read the refusal of its request before the connection is cut. */
const CLOSING_MS = 1_000;
const TOO_MANY = 'too many requests from this network are not answered yet: read their answers first';

/** Codes of errors in the bytes that a client sent, or did not send in time; other codes are of a broken connection. */
const OF_PARSER = /^(?:HPE_|ERR_HTTP_)/;

/** API errors by the code of Node's parser error; other codes are a plain 400. */
const PARSER_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'the request line and headers are larger than 16 KB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'the chunk extensions are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'the request did not arrive in time'],
};

function errorText(error: ServiceError, requestId: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
    'X-Request-Id': requestId,
    ...(error.retryAfterSeconds !== undefined && { 'Retry-After': String(error.retryAfterSeconds) }),
  };
  return { headers, body };
}

/** Answers a request in place of the application, and closes its connection. */
function answer(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  const { headers, body } = errorText(error, requestIdOf(request.headers['x-request-id']));
  response.writeHead(error.status, headers).end(body);
}

/** Budget headers that are already set on the answer under way. */
function budgetHeaders(response: ServerResponse | undefined): Record<string, string> {
  const told = BUDGET_HEADERS.filter((name) => response?.hasHeader(name));
  return Object.fromEntries(told.map((name) => [name, String(response?.getHeader(name))]));
}

/** Makes a complete HTTP/1.1 response as text: if the parser refuses a request's head, there is no response object. */
function rawResponse(error: ServiceError, requestId: string, more: Record<string, string>): string {
  const { headers, body } = errorText(error, requestId);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n');
}

/**
 * Creates the HTTP server around the application, not listening yet. It answers some requests itself, with the API's
 * error body and a request id, and closes the connection: requests that Node's parser refuses, by their head or their
 * body, requests with an Expect that cannot be met, and requests of a network with too many unanswered ones.
 */
export function createServer(
  app: Koa<RequestState>,
  { log, networks, timeouts = {} }: { log: Logger; networks: Networks; timeouts?: Partial<ServerTimeouts> },
): Server {
  const { headersMs, requestMs, checkMs, stalledMs } = { ...DEFAULT_TIMEOUTS, ...timeouts };
  const handle = app.callback();
  const newest = new WeakMap<Duplex, ServerResponse>();
  const closing = new WeakSet<Duplex>();
  const server = createHttpServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: checkMs,
      // The application checks the Host header, so that the refusal has a body.
      requireHostHeader: false,
    },
    (request, response) => {
      const { socket } = request;
      // The answer that closes this connection has been given: later requests on it are ignored.
      if (closing.has(socket)) return;
      if (!networks.admit(request, response)) {
        closing.add(socket);
        answer(request, response, new ServiceError('OVERLOADED', TOO_MANY, undefined, 1));
        return;
      }
      newest.set(socket, response);
      response.setTimeout(stalledMs, () => {
        // If nothing waits to be sent, the answer is still being made.
        if (socket.writableLength === 0) return;
        log.info({ unsent_bytes: socket.writableLength }, 'a client that took nothing was cut off');
        socket.destroy();
      });
      void handle(request, response);
    },
  );

  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    // On a broken connection nobody can be answered; the access log has its earlier requests.
    if (!OF_PARSER.test(cause.code ?? '')) {
      socket.destroy();
      return;
    }
    const [code, message] = PARSER_ERRORS[cause.code ?? ''] ?? [
      'BAD_REQUEST',
      'the request is not valid HTTP/1.1, or its method is unknown',
    ];
    const response = newest.get(socket);
    const current = response?.destroyed === false ? response : undefined;
    // If the request being answered is not complete, the fault is in its body; else it is in the bytes that follow it.
    const own = current?.req.complete === false ? current : undefined;
    const requestId = requestIdOf(String(own?.getHeader('X-Request-Id')));
    const refuse = () => {
      if (socket.writable) socket.end(rawResponse(new ServiceError(code, message), requestId, budgetHeaders(own)));
      // The client may go on sending: cut it off.
      setTimeout(() => socket.destroy(), CLOSING_MS).unref();
    };
    log.info({ code, cause: cause.code, request_id: requestId }, 'refused by the HTTP parser');
    if (own?.headersSent) socket.destroy();
    else if (current && !own) current.once('finish', refuse);
    else refuse();
  });

  server.on('checkExpectation', (request, response) => {
    answer(
      request,
      response,
      new ServiceError('EXPECTATION_FAILED', 'the only expectation that is met is 100-continue'),
    );
  });
  server.on('connection', (socket) => networks.connect(socket));

  return server;
}
