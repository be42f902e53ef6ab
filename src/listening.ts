import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from './errors.js';

/**
 * Begins to accept connections; returns the address. Throws a UserError that names the setting of the port where the
 * port cannot be had.
 */
export async function listen(server: Server, host: string, port: number, setting: string): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UserError(`port ${port} on ${host} is in use: set ${setting} to another one`);
    throw new UserError(`cannot listen on ${setting.replace('PORT', 'HOST')}=${host} ${setting}=${port}: ${message}`, {
      cause: error,
    });
  }
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
