/**
 * Asks a server in a process of its own, one call after the other on one connection. Each message is an Order; the answer
 * is how many milliseconds the calls took, or what went wrong.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';

export interface Order {
  port: number;
  headers: Record<string, string>;
  /** Asked one after the other. */
  paths: string[];
}

async function ask(order: Order): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const from = performance.now();
  for (const path of order.paths) {
    const asked = request({ agent, host: '127.0.0.1', port: order.port, path, headers: order.headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    if (response.statusCode !== 200 || bytes === 0) throw new Error(`${path}: ${response.statusCode}`);
  }
  agent.destroy();
  return performance.now() - from;
}

process.on('message', (order: Order) => {
  ask(order).then(
    (ms) => process.send?.(ms),
    (error: unknown) => process.send?.(String(error)),
  );
});
