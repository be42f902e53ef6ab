import { setMaxListeners } from 'node:events';
import type { Asker } from '../fairness/asker.js';

/**
 * Answers questions, `most` of them at a time, and gives the answers as they come. A question is taken when one before it has been
 * answered and that answer taken. Where one fails, or the reader ends, the others are given up.
 */
export async function* asTheyCome<Q, A>(
  questions: Iterable<Q>,
  most: number,
  asker: Asker,
  answer: (question: Q, asker: Asker) => Promise<A>,
): AsyncGenerator<A, void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([asker.signal, ended.signal]);
  setMaxListeners(0, signal);
  const underWay = new Map<number, Promise<readonly [number, A]>>();
  let asked = 0;
  const next = async (): Promise<A> => {
    const [number, found] = await Promise.race(underWay.values());
    underWay.delete(number);
    return found;
  };
  try {
    for (const question of questions) {
      if (underWay.size === most) yield await next();
      const number = asked++;
      const answered = answer(question, { ...asker, signal }).then((found) => [number, found] as const);
      // One that is never taken may fail: nobody need know.
      answered.catch(() => undefined);
      underWay.set(number, answered);
    }
    while (underWay.size > 0) yield await next();
  } finally {
    ended.abort();
  }
}
