import { ServiceError } from '../errors.js';

/** Things of which there is a fixed number, lent to those that ask in the order in which they do. */
export interface Lender<L> {
  /** Waits its turn; a ServiceError OVERLOADED when too many wait already, or it takes too long. */
  borrow(): Promise<L>;
  readonly free: number;
}

const WAIT_MS = 5000;
const RETRY_AFTER_SECONDS = 2;

/**
 * @param maxWaiting callers that may wait for an item
 * @param lend what a borrower gets of an item; it calls `giveBack` once
 */
export function createLender<T, L>(
  items: readonly T[],
  maxWaiting: number,
  lend: (item: T, giveBack: () => void) => L,
): Lender<L> {
  const idle = [...items];
  const waiting: ((item: T) => void)[] = [];
  const hand = (item: T): L =>
    lend(item, () => {
      const next = waiting.shift();
      if (next === undefined) idle.push(item);
      else next(item);
    });
  return {
    async borrow() {
      const item = idle.pop();
      if (item !== undefined) return hand(item);
      if (waiting.length >= maxWaiting) throw overloaded(`${waiting.length} requests wait already`);
      return new Promise<L>((resolve, reject) => {
        const take = (freed: T): void => {
          clearTimeout(timer);
          resolve(hand(freed));
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(take), 1);
          reject(overloaded(`none of ${items.length} computations ended within ${WAIT_MS / 1000} s`));
        }, WAIT_MS);
        waiting.push(take);
      });
    },
    get free() {
      return idle.length;
    },
  };
}

function overloaded(reason: string): ServiceError {
  return new ServiceError('OVERLOADED', `The service is busy: ${reason}`, undefined, RETRY_AFTER_SECONDS);
}
