/**
 * Asks an HTTP server from a process of its own, over bare sockets: of an answer it reads the status and where it ends. Told
 * to `connect`, then to `run`, so that connecting is not measured.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveParent } from './child.js';
import { quantile } from './figures.js';

/** One request, over so many kept-alive connections side by side. */
export interface Load {
  port: number;
  /** Request line and headers, with the empty line. */
  request: string;
  /** Status that every answer must have. */
  status: number;
  connections: number;
}

/** What a run measured. */
export interface Outcome {
  answers: number;
  /** Answers of another status. */
  failures: number;
  ms: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of this process. */
  cpuMs: number;
  /** Bytes of one answer's body. */
  bodyBytes: number;
}

interface Connection {
  ask(): Promise<{ status: number; bodyBytes: number }>;
  socket: Socket;
}

const HEAD_END = '\r\n\r\n';
/** End of a chunked body (RFC 9112, section 7.1), all that is looked at of one. */
const LAST_CHUNK = '0\r\n\r\n';
/** Read into again and again by all sockets: a new buffer for each piece would cost this process more than reading it. */
const PIECE = Buffer.allocUnsafeSlow(2 ** 18);

function open(port: number, request: string): Connection {
  let done: (answer: { status: number; bodyBytes: number }) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  let head = '';
  let status = 0;
  let bodyBytes = 0;
  /** Bytes of the body; undefined before the head has come, Infinity where it is chunked. */
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
    if (isWhole(piece)) done({ status, bodyBytes });
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

let opened: Connection[] = [];
let expected = 200;

/** Connects, and asks once over each connection. */
async function prepare({ port, request, status, connections }: Load): Promise<void> {
  for (const { socket } of opened) socket.destroy();
  expected = status;
  opened = Array.from({ length: connections }, () => open(port, request));
  await Promise.all(opened.map(({ socket }) => once(socket, 'connect')));
  await Promise.all(opened.map(async (connection) => connection.ask()));
}

/** Asks over each connection, one request after the other, for so many milliseconds, and until each has an answer. */
async function run(ms: number): Promise<Outcome> {
  const times: number[] = [];
  let failures = 0;
  let bytes = 0;
  const cpu = process.cpuUsage();
  const fromMs = performance.now();
  const endMs = fromMs + ms;
  await Promise.all(
    opened.map(async (connection) => {
      let nowMs = performance.now();
      do {
        const { status, bodyBytes } = await connection.ask();
        const askedMs = nowMs;
        nowMs = performance.now();
        times.push(nowMs - askedMs);
        if (status !== expected) failures++;
        bytes = bodyBytes;
      } while (nowMs < endMs);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return {
    answers: times.length,
    failures,
    ms: performance.now() - fromMs,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMs: (user + system) / 1000,
    bodyBytes: bytes,
  };
}

const served = { prepare, run };
export type Client = typeof served;

serveParent(served);
