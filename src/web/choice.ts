import { useEffect, useState } from 'preact/hooks';
import type { Zone } from './time.js';

/**
 * Creates a setting with a few possible values, the first of which is the default. The browser's storage keeps the
 * user's choice for all tabs; if storage is off, the choice lasts as long as the page.
 */
export function keptChoice<T extends string>(key: string, values: readonly [T, ...T[]]) {
  const read = (): T => {
    try {
      const stored = localStorage.getItem(key);
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      return values[0];
    }
  };
  let current = read();
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    current = read();
    dispatchEvent(new Event(key));
  });
  return {
    get: (): T => current,
    choose: (next: T): void => {
      current = next;
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is off.
      }
      dispatchEvent(new Event(key));
    },
    /** Calls the listener after every choice, also one in another tab; returns a function that stops this. */
    listen: (listener: () => void): (() => void) => {
      addEventListener(key, listener);
      return () => removeEventListener(key, listener);
    },
  };
}

export const zoneChoice = keptChoice<Zone>('sidelobe.zone', ['utc', 'local']);

/** Current value of a choice; the component renders again when it changes. */
export function useChoice<T>({ get, listen }: { get: () => T; listen: (listener: () => void) => () => void }): T {
  const [value, setValue] = useState(get);
  useEffect(() => listen(() => setValue(get)), [get, listen]);
  return value;
}
