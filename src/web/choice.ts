import { useEffect, useState } from 'preact/hooks';
import type { Zone } from './time.js';

/** Setting with a few possible values, which the user chooses for all tabs of a browser. */
export interface Choice<T> {
  get: () => T;
  choose: (next: T) => void;
  /** Calls the listener after every choice, also one in another tab; returns a function that stops this. */
  listen: (listener: () => void) => () => void;
}

/** Creates a choice that the browser's storage keeps; where storage is off, it lasts as long as the page. */
export function keptChoice<T extends string>(key: string, values: readonly [T, ...T[]]): Choice<T> {
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
    get: () => current,
    choose: (next) => {
      current = next;
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is off.
      }
      dispatchEvent(new Event(key));
    },
    listen: (listener) => {
      addEventListener(key, listener);
      return () => removeEventListener(key, listener);
    },
  };
}

export const zoneChoice = keptChoice<Zone>('sidelobe.zone', ['utc', 'local']);

/** Current value of a choice; the component renders again when it changes. */
export function useChoice<T>(choice: Choice<T>): T {
  const [value, setValue] = useState(choice.get);
  useEffect(() => choice.listen(() => setValue(choice.get)), [choice]);
  return value;
}
