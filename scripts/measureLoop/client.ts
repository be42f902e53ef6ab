/**
 * Asks a server in a process of its own, on each connection one call after the other. Each message is an Order; the answer
 * is how many milliseconds the calls took, or what went wrong.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';

export interface Order {
  port: number;
  headers: Record<string, string>;
  /** Asked in this order. */
  paths: string[];
  connections?: number;
}

async function ask(order: Order): Promise<number> {
  const { connections = 1 } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const from = performance.now();
  const left = [...order.paths].reverse();
  await Promise.all(Array.from({ length: connections }, () => askAll(agent, order, left)));
  agent.destroy();
  return performance.now() - from;
}

async function askAll(agent: Agent, order: Order, left: string[]): Promise<void> {
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const asked = request({ agent, host: '127.0.0.1', port: order.port, path, headers: order.headers }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    if (response.statusCode !== 200 || bytes === 0) throw new Error(`${path}: ${response.statusCode}`);
  }
}

process.on('message', (order: Order) => {
  ask(order).then(
    (ms) => process.send?.(ms),
    (error: unknown) => process.send?.(String(error)),
  );
});
