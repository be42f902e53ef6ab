import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PageError } from '../data/client.js';
import { explain } from '../explain.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';

/** Error in words. `retry`, given if the page also retries by itself, gets a button unless the request was refused. */
export function Problem({ error, retry }: { error: PageError; retry?: () => void }) {
  const { happened, toDo } = explain(error, retry !== undefined);
  const isRefused = error.status >= 400 && error.status < 500 && error.status !== 429;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{happened}</strong> {toDo}
      </p>
      {retry && !isRefused && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

const SHOWN_AFTER_MS = 200;

/** Message that something is loading; it appears only when loading takes long enough to be noticed. */
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

/** Message about data that loads: the error, or a note that no value has come yet; nothing otherwise. */
export function Pending({ loaded, what }: { loaded: Loaded<unknown>; what: string }) {
  const { value, error, isLoading, reload } = loaded;
  if (error) return <Problem error={error} retry={reload} />;
  return value === undefined && isLoading ? <Waiting for={what} /> : null;
}

/**
 * Returns a component whose code is loaded when it is first shown, and again by itself if that fails. This keeps the
 * first load of the page small.
 *
 * @param what name of the component, for the message while it loads
 */
export function later<P extends object>(what: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Found: ComponentType<P> | undefined;
  return function Later(props: P) {
    const loaded = useLoaded(Found ? undefined : what, async () => {
      Found = await load().catch(() => {
        throw new PageError(0, 'UNREACHABLE', 'the server does not answer');
      });
      return true;
    });
    return Found ? <Found {...props} /> : <Pending loaded={loaded} what={what} />;
  };
}
