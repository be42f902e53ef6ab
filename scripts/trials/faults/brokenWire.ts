import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Proxy in front of a Postgres server that can cut connections. */
export interface BrokenWire {
  /** Address of the database through the proxy. */
  url: string;
  /**
   * Counts the pieces of data on all connections from now on, and cuts the connection that carries the nth one before
   * handing it on. Infinity: no cut is to come.
   */
  cutAt(nth: number): void;
  /** Whether the cut that `cutAt` ordered is still to come. */
  readonly isToCut: boolean;
  /** Cuts all open connections. */
  cutAll(): void;
  close(): void;
}

export async function createBrokenWire(databaseUrl: string): Promise<BrokenWire> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.port || 5432);
  const clients = new Set<Socket>();
  let piecesLeft = Infinity;

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
        if (--piecesLeft === 0) client.destroy();
        else to.write(data);
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
    cutAt: (nth) => void (piecesLeft = nth),
    get isToCut() {
      return piecesLeft > 0 && piecesLeft < Infinity;
    },
    cutAll,
    close() {
      server.close();
      cutAll();
    },
  };
}
