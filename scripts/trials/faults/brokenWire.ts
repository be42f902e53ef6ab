import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Proxy in front of a Postgres server that can spoil, cut and silence connections. */
export interface BrokenWire {
  /** Address of the database through the proxy. */
  url: string;
  /**
   * From now on replaces the server's next answer on each connection by these bytes, and hands nothing on after them.
   */
  spoil(bytes: Buffer): void;
  /**
   * Counts the pieces of data on all connections from now on, and cuts the connection that carries the nth one before
   * handing it on.
   */
  cutAt(nth: number): void;
  /** Whether the cut that `cutAt` ordered is still to come. */
  readonly isToCut: boolean;
  /** Cuts all open connections. */
  cutAll(): void;
  /** Accepts connections and data from now on, but hands nothing on. */
  silence(): void;
  /** Hands everything on again, and cuts the connections on which data was lost or replaced. */
  mend(): void;
  /** Number of open connections. */
  readonly open: number;
  close(): void;
}

export async function createBrokenWire(databaseUrl: string): Promise<BrokenWire> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.port || 5432);
  const clients = new Set<Socket>();
  /** Connections that have missed bytes. */
  const deaf = new Set<Socket>();
  let bytes: Buffer | undefined;
  let piecesLeft = Infinity;
  let isSilent = false;

  const server = createServer((client) => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay();
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
      from.on('data', (data) => {
        if (isSilent) {
          deaf.add(client);
        } else if (--piecesLeft === 0) {
          client.destroy();
        } else if (!deaf.has(client)) {
          const spoiled = from === upstream ? bytes : undefined;
          if (spoiled !== undefined) deaf.add(client);
          to.write(spoiled ?? data);
        }
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the wire has no port');
  const cutAll = (): void => {
    for (const client of clients) client.destroy();
  };
  return {
    url: `postgresql://${url.username || 'postgres'}@127.0.0.1:${address.port}${url.pathname}`,
    spoil: (broken) => void (bytes = broken),
    cutAt: (nth) => void (piecesLeft = nth),
    get isToCut() {
      return piecesLeft > 0 && piecesLeft < Infinity;
    },
    cutAll,
    silence: () => void (isSilent = true),
    mend() {
      isSilent = false;
      bytes = undefined;
      piecesLeft = Infinity;
      for (const client of deaf) client.destroy();
      deaf.clear();
    },
    get open() {
      return clients.size;
    },
    close() {
      server.close();
      cutAll();
    },
  };
}
