import { Socket } from 'node:net';
import { DatabaseAway } from './databaseAway.js';

/**
 * Makes the socket of a connection to a server. Where the driver throws over what comes, as it cannot be read, the
 * connection breaks: uncaught, the error would end the process.
 */
export function guardedSocket(): Socket {
  const socket = new Socket();
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  return Object.assign(socket, {
    emit(event: string, ...values: unknown[]): boolean {
      if (event !== 'data') return emit(event, ...values);
      try {
        return emit(event, ...values);
      } catch (error) {
        socket.destroy(new DatabaseAway('the database sent what cannot be read', error));
        return true;
      }
    },
  });
}
