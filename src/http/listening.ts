import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../errors.js';

const DRAIN_MS = 10_000;
const DRAIN_STEP_MS = 100;

/**
 * Begins to take connections; returns the address. A UserError that names the setting of the port where that cannot be had.
 */
export async function listen(server: Server, host: string, port: number, setting: string): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UserError(`port ${port} on ${host} is in use: set ${setting} to another one`);
    throw new UserError(`cannot listen on HOST=${host} ${setting}=${port}: ${message}`, { cause: error });
  }
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Lets requests under way end, for a while. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Kept-alive connections fall idle one by one.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, DRAIN_STEP_MS);
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
