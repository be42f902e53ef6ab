import { useState } from 'preact/hooks';
import { pageErrorOf, type PageError } from '../data/client.js';

/** Runs the action of a form or button, one at a time, and keeps the reason where it fails. */
export function useSubmit(action: () => Promise<void>): {
  submit: (event?: Event) => void;
  busy: boolean;
  error: PageError | undefined;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<PageError>();
  const submit = (event?: Event) => {
    event?.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    action()
      .catch((reason: unknown) => setError(pageErrorOf(reason)))
      .finally(() => setBusy(false));
  };
  return { submit, busy, error };
}
