import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps extends Omit<JSX.InputHTMLAttributes, 'onInput' | 'value'> {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Labelled input with a hint and an error. */
export function Field({ label, value, onValue, hint, error, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        aria-invalid={error !== undefined}
        {...input}
      />
      {note !== undefined && (
        <small id={`${id}-note`} class={error === undefined ? 'hint' : 'wrong'}>
          {note}
        </small>
      )}
    </div>
  );
}
