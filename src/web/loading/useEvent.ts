import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls a listener at every event of a type: always the listener that the last rendering passed. */
export function useEvent(target: EventTarget, type: string, listener: (event: never) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useLayoutEffect(() => {
    const listen = (event: Event) => latest.current(event as never);
    target.addEventListener(type, listen);
    return () => target.removeEventListener(type, listen);
  }, [target, type]);
}
