import { readFile, readlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** Looks at each connection in that time: it is cut two looks late at most. */
const CHECKS = 40;

/** Fingerprint of what a socket has yet to send: it changes whenever the client takes some. */
interface Progress {
  readonly state: string;
  readonly sinceMs: number;
}

/** Node's own handle: bytes of the last write that the system has not accepted, and the socket's descriptor. */
interface Handle {
  readonly writeQueueSize: number;
  readonly fd: number;
}

/**
 * Breaks connections whose client has taken nothing of its answer for this long. Slow readers that make progress, and
 * clients whose answer is still being computed, are left alone. Bytes in the system's buffer count as not taken: a
 * reader of 1 KB a second frees that buffer only about once a minute.
 */
export function cutStalled(server: Server, stalledMs: number, log: Logger): void {
  const sockets = new Map<Socket, Progress | undefined>();
  /** Inodes, which a socket keeps. */
  const inodes = new WeakMap<Socket, string>();
  const inodeOf = async (socket: Socket): Promise<string> => {
    const known = inodes.get(socket);
    if (known !== undefined) return known;
    const { fd } = (socket as unknown as { _handle: Handle })._handle;
    const inode = await readlink(`/proc/self/fd/${fd}`).catch(() => '');
    inodes.set(socket, inode);
    return inode;
  };
  server.on('connection', (socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = async (): Promise<void> => {
    const sending = [...sockets].filter(([socket, progress]) => {
      if (socket.writableLength > 0) return true;
      if (progress !== undefined) sockets.set(socket, undefined);
      return false;
    });
    if (sending.length === 0) return;
    const held = await heldBySystem();
    for (const [socket, before] of sending) {
      if (socket.destroyed) continue;
      const { writeQueueSize } = (socket as unknown as { _handle: Handle })._handle;
      const state = [socket.bytesWritten, writeQueueSize, held.get(await inodeOf(socket))].join(' ');
      const nowMs = performance.now();
      if (state !== before?.state) sockets.set(socket, { state, sinceMs: nowMs });
      else if (nowMs - before.sinceMs >= stalledMs) {
        log.info(
          { unsent_bytes: socket.writableLength, stalled_ms: stalledMs },
          'a client that took nothing was cut off',
        );
        socket.destroy();
      }
    }
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    void check().finally(() => (checking = false));
  }, stalledMs / CHECKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Bytes that the other side of each socket has not acknowledged, by its inode (proc(5), net/tcp); none except on Linux. */
async function heldBySystem(): Promise<ReadonlyMap<string, string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'latin1').catch(() => '')),
  );
  const byInode = new Map<string, string>();
  for (const line of tables.join('\n').split('\n')) {
    const [, , , , queues, , , , , inode] = line.trim().split(/\s+/);
    if (inode !== undefined) byInode.set(`socket:[${inode}]`, queues?.split(':')[0] ?? '');
  }
  return byInode;
}
