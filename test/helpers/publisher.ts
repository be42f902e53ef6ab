import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';

/** Server that plays a publisher of catalogues, and keeps the requests that it got. */
export interface Publisher {
  /** Address of the data; its path is `/gp.csv`. */
  address: string;
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Replaces the data for later requests; the new data gets another ETag. */
  publish(data: string): void;
  /** Answers by this listener from now on. */
  answer(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
}

/** Starts a server of data, which ends with the test. It answers 304 if If-None-Match has the data's ETag. */
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
