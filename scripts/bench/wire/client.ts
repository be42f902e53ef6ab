import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Measurements of one run of a client. */
export interface Outcome {
  answers: number;
  /** Number of answers with another status than expected. */
  failures: number;
  ms: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Client over bare sockets. Of an answer it reads only the status and the end, so that it takes little processor time
 * itself.
 */
export interface Client {
  /**
   * Sends requests over each connection, one after the other, for `ms` milliseconds; then waits for the last answers.
   */
  run(ms: number): Promise<Outcome>;
  close(): void;
}

interface Connection {
  /** Sends the request; resolves with the answer's status when the whole answer has arrived. */
  ask(): Promise<number>;
  socket: Socket;
}

const HEAD_END = '\r\n\r\n';
/** End of a chunked body (RFC 9112, section 7.1); nothing else of such a body is read. */
const LAST_CHUNK = '0\r\n\r\n';
/**
 * Buffer that all sockets read into: a new buffer for each piece would cost this process more than reading the piece.
 */
const PIECE = Buffer.allocUnsafeSlow(2 ** 18);

function open(port: number, request: string): Connection {
  let done: (status: number) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  let head = '';
  let status = 0;
  let bodyBytes = 0;
  /** Number of bytes of the body; undefined before the headers have come, Infinity for a chunked body. */
  let wholeBytes: number | undefined;

  const isWhole = (piece: Buffer): boolean =>
    wholeBytes === Infinity
      ? piece.toString('latin1', piece.length - LAST_CHUNK.length) === LAST_CHUNK
      : wholeBytes !== undefined && bodyBytes >= wholeBytes;

  const take = (bytes: number): boolean => {
    const piece = PIECE.subarray(0, bytes);
    if (wholeBytes === undefined) {
      const before = head.length;
      head += piece.toString('latin1', 0, Math.min(bytes, 4096));
      const end = head.indexOf(HEAD_END);
      if (end < 0) return true;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length !== undefined) wholeBytes = Number(length);
      else wholeBytes = /\r\ntransfer-encoding: chunked/i.test(head) ? Infinity : 0;
      bodyBytes = before + bytes - end - HEAD_END.length;
    } else {
      bodyBytes += bytes;
    }
    if (isWhole(piece)) done(status);
    return true;
  };

  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: PIECE, callback: take } });
  socket.once('error', (error) => failed(error));
  socket.once('close', () => failed(new Error('the server closed the connection')));
  return {
    socket,
    ask: () =>
      new Promise((resolve, reject) => {
        [done, failed] = [resolve, reject];
        [head, wholeBytes, bodyBytes] = ['', undefined, 0];
        socket.write(request, 'latin1');
      }),
  };
}

/**
 * Opens `count` connections to the server of a URL and sends one request over each, so that the time to connect is not
 * measured.
 */
export async function connectAll(
  url: string,
  headers: Readonly<Record<string, string>>,
  expected: number,
  count: number,
): Promise<Client> {
  const { port, pathname, search, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = [`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  const opened = Array.from({ length: count }, () => open(Number(port), request));
  await Promise.all(opened.map(({ socket }) => once(socket, 'connect')));
  await Promise.all(opened.map((connection) => connection.ask()));
  return {
    async run(ms) {
      const times: number[] = [];
      let failures = 0;
      const fromMs = performance.now();
      await Promise.all(
        opened.map(async (connection) => {
          let nowMs = performance.now();
          do {
            const status = await connection.ask();
            const askedMs = nowMs;
            nowMs = performance.now();
            times.push(nowMs - askedMs);
            if (status !== expected) failures++;
          } while (nowMs < fromMs + ms);
        }),
      );
      times.sort((a, b) => a - b);
      const at = (part: number): number => times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? Number.NaN;
      return { answers: times.length, failures, ms: performance.now() - fromMs, p50Ms: at(0.5), p99Ms: at(0.99) };
    },
    close() {
      for (const { socket } of opened) socket.destroy();
    },
  };
}
