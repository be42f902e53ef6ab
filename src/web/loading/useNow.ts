import { useEffect, useState } from 'preact/hooks';

const REFRESHED_MS = 15_000;

/** Current time in milliseconds since 1970; the component renders again every 15 seconds. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESHED_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
