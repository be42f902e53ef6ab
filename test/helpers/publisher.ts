import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';

/** A server of data that keeps what it was asked. */
export interface Publisher {
  /** Address that it publishes at, with the path `/gp.csv`. */
  address: string;
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** What it answers with from now on: other data has another ETag. */
  publish(data: string): void;
  /** Answers in another way from now on. */
  answer(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
}

/** Publishes that data until the test ends, and tells by ETag and If-None-Match whether it is still the same. */
export async function publisher(t: ExecutionContext, data = ''): Promise<Publisher> {
  const requests: Publisher['requests'] = [];
  let revision = 0;
  const answerWith =
    (text: string): RequestListener =>
    (request, response) => {
      const etag = `"${revision}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { etag }).end(text);
    };
  let listener = answerWith(data);
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/gp.csv`,
    requests,
    publish(text) {
      revision++;
      listener = answerWith(text);
    },
    answer(other) {
      listener = other;
    },
  };
}
