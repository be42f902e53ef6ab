import { useEffect, useRef } from 'preact/hooks';

/** Calls the listener of the last rendering at every event of a type. */
export function useEvent(target: EventTarget, type: string, listener: (event: never) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const listen = (event: Event) => latest.current(event as never);
    target.addEventListener(type, listen);
    return () => target.removeEventListener(type, listen);
  }, [target, type]);
}
