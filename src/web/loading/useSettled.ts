import { useEffect, useState } from 'preact/hooks';

/** Value that follows a changing one, such as typed text, once it has not changed for `restMs` milliseconds. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
