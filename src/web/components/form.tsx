import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';

interface FieldProps extends Omit<JSX.InputHTMLAttributes, 'value'> {
  label: string;
  /** Text of the field, which `onValue` must keep; without it the field keeps its own. */
  value?: string;
  onValue?: (value: string) => void;
  hint?: string | undefined;
  /** Reason why the value is refused, taken from an answer's details; anything but text counts as none. */
  error?: unknown;
  /** Number of lines of a text area; without it the field has a single line. */
  rows?: number;
}

/** Labelled input with a hint and an error. */
export function Field({ label, value, onValue, hint, error, rows, ...input }: FieldProps) {
  const id = useId();
  const wrong = typeof error === 'string' ? error : undefined;
  const notes = Object.entries({ wrong, hint }).filter(([, text]) => text !== undefined);
  const common = {
    id,
    value,
    'aria-describedby': notes.map(([look]) => `${id}-${look}`).join(' ') || undefined,
    'aria-invalid': wrong !== undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <input {...common} onInput={(event) => onValue?.(event.currentTarget.value)} {...input} />
      ) : (
        <textarea {...common} rows={rows} onInput={(event) => onValue?.(event.currentTarget.value)} />
      )}
      {notes.map(([look, text]) => (
        <small key={look} id={`${id}-${look}`} class={look}>
          {text}
        </small>
      ))}
    </div>
  );
}

/**
 * Runs the action of a form or button, never twice at once. If the action fails, keeps the error and moves the focus to
 * the first field that is then marked as wrong.
 */
export function useSubmit(action: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<PageError>();
  const form = useRef<Element>();
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const submit = (event?: Event) => {
    event?.preventDefault();
    form.current = event?.currentTarget as Element | undefined;
    if (busy) return;
    setBusy(true);
    setError(undefined);
    action()
      .catch((reason: unknown) => setError(pageErrorOf(reason)))
      .finally(() => setBusy(false));
  };
  return { submit, busy, error };
}
