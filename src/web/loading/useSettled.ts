import { useEffect, useState } from 'preact/hooks';

/**
 * Returns a changing value, such as typed text, only once it has not changed for `restMs` milliseconds; until then, the
 * value before.
 */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
