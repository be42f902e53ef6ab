import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { guardedSocket } from '../connection/guardedSocket.js';
import { type Forget, hear, LISTEN, NOTIFY, proofOf } from './channel.js';

/**
 * Connection of its own to a server, by which a process hears what others have changed. Questions of whether it can be
 * relied on make it and keep it at work; while nobody asks, it rests.
 */
export interface Listener {
  /**
   * Whether every change that was committed 0.8 s ago has been told. False at first, after a rest, and while the
   * connection is cut, even if nobody has noticed yet.
   */
  isTrusted(): boolean;
  close(): void;
}

export interface ListenerParts {
  connectionString: string;
  /** Called with each change, and with `all` when changes may have been missed. */
  forget: Forget;
  /** Told once where notices do not arrive though connections do. */
  warn: (message: string) => void;
}

/** How long all that was committed before a round trip is known to have been told. */
const LEASE_MS = 800;
/** Time from one round trip to the next, while somebody asks. */
const BEAT_MS = 300;
/** Time after which a connection that does not answer is given up. */
const PATIENCE_MS = 2_000;
/** Pause after an attempt to connect that failed, and after one that showed that notices do not arrive. */
const RETRY_MS = 500;
const RETRY_UNTOLD_MS = 60_000;

const NOT_TOLD =
  'notices of the database do not arrive, so every request asks it anew, which is slower: a pooler between them and ' +
  'this process must keep sessions (pgbouncer: pool_mode = session)';

export function createListener({ connectionString, forget, warn }: ListenerParts): Listener {
  const opened = new Set<pg.Client>();
  /** Connection that notices arrive by. */
  let proven: pg.Client | undefined;
  /** When the last round trip that was completed began; all that was committed before it has been told. */
  let toldMs = -Infinity;
  let nextMs = -Infinity;
  let isBusy = false;
  let isClosed = false;
  let hasWarned = false;

  const open = (): pg.Client => {
    const client = new pg.Client({
      connectionString,
      application_name: 'sidelobe notices',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      stream: guardedSocket,
    });
    opened.add(client);
    // Without a listener, a connection that breaks would end the process.
    client.on('error', () => end(client));
    client.on('end', () => end(client));
    return client;
  };

  /** Ends a connection at once, even one that is stuck. */
  const end = (client: pg.Client): void => {
    if (!opened.delete(client)) return;
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
    if (client !== proven) return;
    proven = undefined;
    toldMs = -Infinity;
    forget('all');
  };

  /** Whether a notice from another connection arrives by itself: through some poolers none does. */
  const isTold = async (listening: pg.Client): Promise<boolean> => {
    const proof = proofOf(randomUUID());
    const arrived = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PATIENCE_MS).unref();
      listening.on('notification', ({ payload }) => {
        if (payload !== proof) return;
        clearTimeout(timer);
        resolve(true);
      });
    });
    const sender = open();
    try {
      await sender.connect();
      await sender.query(NOTIFY, [proof]);
    } finally {
      end(sender);
    }
    return arrived;
  };

  const connect = async (): Promise<void> => {
    const listening = open();
    try {
      await listening.connect();
      await listening.query(LISTEN);
      const sinceMs = performance.now();
      const told = await isTold(listening);
      if (told && opened.has(listening)) {
        hear(listening, forget);
        // What changed before was not told.
        forget('all');
        proven = listening;
        toldMs = sinceMs;
        return;
      }
      end(listening);
      if (told || isClosed) return;
      nextMs = performance.now() + RETRY_UNTOLD_MS;
      if (!hasWarned) warn(NOT_TOLD);
      hasWarned = true;
    } catch {
      end(listening);
    }
  };

  const beat = async (client: pg.Client): Promise<void> => {
    const sinceMs = performance.now();
    try {
      await client.query('select 1');
      if (client === proven) toldMs = sinceMs;
    } catch {
      end(client);
    }
  };

  const work = async (client: pg.Client | undefined): Promise<void> => {
    try {
      await (client === undefined ? connect() : beat(client));
    } catch {
      // Made again at the next question.
    } finally {
      isBusy = false;
    }
  };

  const keepUp = (nowMs: number): void => {
    if (isBusy || isClosed || nowMs < nextMs) return;
    isBusy = true;
    nextMs = nowMs + (proven === undefined ? RETRY_MS : BEAT_MS);
    void work(proven);
  };

  return {
    isTrusted() {
      const nowMs = performance.now();
      keepUp(nowMs);
      return nowMs < toldMs + LEASE_MS;
    },
    close() {
      isClosed = true;
      for (const client of opened) end(client);
    },
  };
}
