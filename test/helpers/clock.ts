interface Clock {
  now(): number;
}

/** Runs the work with this process's clock, or its stopwatch, showing so much more. */
export function ahead<T>(clock: Clock, ms: number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  return showing(clock, () => now() + ms, work);
}

/** Runs the work while the clock stands still. */
export function stopped<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const stoppedMs = clock.now();
  return showing(clock, () => stoppedMs, work);
}

async function showing<T>(clock: Clock, time: () => number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: time });
  try {
    return await work();
  } finally {
    Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: now });
  }
}
