import { useEffect, useState } from 'preact/hooks';
import type { PageError } from '../data/client.js';
import { explain } from '../explain.js';

/** Error in words, and a button to try again at once. */
export function Problem({ error, retry }: { error: PageError; retry?: () => void }) {
  const { happened, toDo } = explain(error);
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{happened}</strong> {toDo}
      </p>
      {retry && error.status !== 403 && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

const SHOWN_AFTER_MS = 200;

/** Message that something is loading, shown once that takes long enough to be noticed. */
export function Waiting({ for: what }: { for: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="waiting" role="status">
      {shown && `Loading ${what}…`}
    </p>
  );
}
