import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLoaded } from './useLoaded.js';

interface Held<T> {
  key: string;
  value: T;
}

/**
 * Loads the value of a key that changes fast, such as the shown minute: one request at a time, the next of which is for
 * the newest key. The value of an earlier key stays as `held` until a newer one has come.
 *
 * @param subject text for all that the keys have in common, such as the satellite; if it changes, `held` is dropped
 * @param pauseMs shortest time in ms between the starts of two requests for one subject
 * @param load requests the value of a key; all else that it uses must follow from the subject
 */
export function useLatest<T>(
  subject: string,
  key: string | undefined,
  load: (key: string, signal: AbortSignal) => Promise<T>,
  pauseMs: number,
) {
  const [asked, setAsked] = useState({ subject, key, atMs: performance.now() });
  const askedKey = asked.subject === subject ? asked.key : undefined;
  const { value, error, isLoading, reload } = useLoaded(
    askedKey === undefined ? undefined : `${subject} ${askedKey}`,
    askedKey !== undefined && ((signal) => load(askedKey, signal)),
  );
  const last = useRef<Held<T> & { subject: string }>();
  if (value !== undefined && askedKey !== undefined) last.current = { subject, key: askedKey, value };
  // A layout effect requests at once; an effect would wait for the frame to be painted.
  useLayoutEffect(() => {
    if (asked.subject === subject && (isLoading || askedKey === key)) return undefined;
    const askNext = () => setAsked({ subject, key, atMs: performance.now() });
    const waitMs = asked.subject === subject ? asked.atMs + pauseMs - performance.now() : 0;
    if (waitMs <= 0) {
      askNext();
      return undefined;
    }
    const timer = setTimeout(askNext, waitMs);
    return () => clearTimeout(timer);
  }, [subject, key, asked, isLoading]);
  const held = key !== undefined && last.current?.subject === subject ? last.current : undefined;
  return {
    held,
    isCurrent: held?.key === key,
    error: askedKey === key ? error : undefined,
    retry: reload,
  };
}
