/**
 * Asks HTTP servers in a process of its own, over bare sockets, so that the server's thread does nothing but serve. Each
 * message is a LoadOrder; the answer is the milliseconds that it took.
 */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** One request, how often in all, and over how many kept-alive connections side by side. */
export interface LoadOrder {
  port: number;
  path: string;
  token: string;
  connections: number;
  requests: number;
}

const HEAD_END = '\r\n\r\n';

/** Sends a request and resolves when its whole answer is there. */
function ask(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let missing: number | undefined;
    const end = (error?: Error): void => {
      socket.off('data', take);
      if (error === undefined) resolve();
      else reject(error);
    };
    const take = (chunk: Buffer): void => {
      if (missing === undefined) {
        head = Buffer.concat([head, chunk]);
        const headEnd = head.indexOf(HEAD_END);
        if (headEnd === -1) return;
        const text = head.toString('latin1', 0, headEnd);
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith('HTTP/1.1 200 ') || length === undefined) return end(new Error(text));
        missing = Number(length) - (head.length - headEnd - HEAD_END.length);
      } else {
        missing -= chunk.length;
      }
      if (missing <= 0) end(missing < 0 ? new Error(`${-missing} bytes too many`) : undefined);
    };
    socket.on('data', take);
    socket.write(request);
  });
}

async function load({ port, path, token, connections, requests }: LoadOrder): Promise<number> {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}${HEAD_END}`;
  const from = performance.now();
  let left = requests;
  await Promise.all(
    sockets.map(async (socket) => {
      while (left-- > 0) await ask(socket, request);
    }),
  );
  const ms = performance.now() - from;
  for (const socket of sockets) socket.destroy();
  return ms;
}

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (ms) => process.send?.(ms),
    (error: unknown) => {
      process.send?.(String(error));
    },
  );
});
