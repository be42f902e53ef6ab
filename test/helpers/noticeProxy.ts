import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** A way to a Postgres server that can keep from a process what it listens for. */
export interface NoticeProxy {
  /** Address of the same database by this way. */
  databaseUrl: string;
  /**
   * Cuts the connections that listen, and those to come, without a word: both ends take them for alive. Others go on,
   * but hear of nothing.
   */
  cut(): void;
  /** Lets new connections through again. */
  mend(): void;
}

/** First bytes of a connection that a process listens on, or proves that it hears. */
const LISTENING = 'sidelobe notices';
/** First byte of the protocol's NotificationResponse. */
const NOTICE = 'A'.charCodeAt(0);

/** @param deaf swallows notices, as a pooler does that gives every statement another session */
export async function noticeProxy(
  t: Pick<ExecutionContext, 'teardown'>,
  databaseUrl: string,
  { deaf = false }: { deaf?: boolean } = {},
): Promise<NoticeProxy> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  const cutOff = new Set<Socket>();
  const listening = new Set<Socket>();
  let isCut = false;

  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from.setNoDelay());
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!cutOff.has(client)) to.destroy();
      });
    }
    client.on('data', (data) => {
      if (data.includes(LISTENING)) {
        listening.add(client);
        if (isCut) cutOff.add(client);
      }
      if (!cutOff.has(client)) upstream.write(data);
    });
    const pass = messages((message) => {
      const isSwallowed = message[0] === NOTICE && (deaf || isCut);
      if (!isSwallowed && !cutOff.has(client)) client.write(message);
    });
    upstream.on('data', pass);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const user = url.username || 'postgres';
  return {
    databaseUrl: `postgresql://${user}@127.0.0.1:${address.port}${url.pathname}`,
    cut() {
      isCut = true;
      for (const client of listening) cutOff.add(client);
    },
    mend: () => void (isCut = false),
  };
}

/** Splits what a server sends into messages. */
function messages(take: (message: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
