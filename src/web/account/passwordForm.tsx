import { useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { useSubmit } from '../components/useSubmit.js';
import { explain } from '../explain.js';
import { changePassword } from './tokens.js';

function textOf(detail: unknown): string | undefined {
  return typeof detail === 'string' ? detail : undefined;
}

export function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [changed, setChanged] = useState(false);
  const { submit, busy, error } = useSubmit(async () => {
    setChanged(false);
    await changePassword(current, next);
    setCurrent('');
    setNext('');
    setChanged(true);
    onChanged();
  });
  const wrongCurrent = textOf(error?.details['current_password']);
  const wrongNext = textOf(error?.details['new_password']);
  const named = wrongCurrent !== undefined || wrongNext !== undefined;
  return (
    <form class="row" onSubmit={submit}>
      <input
        class="hidden"
        type="text"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field
        label="Current password"
        type="password"
        autocomplete="current-password"
        required
        value={current}
        onValue={setCurrent}
        error={wrongCurrent}
      />
      <Field
        label="New password"
        type="password"
        autocomplete="new-password"
        required
        value={next}
        onValue={setNext}
        error={wrongNext}
      />
      <button type="submit" disabled={busy}>
        Change password
      </button>
      <p class="hint">Other sessions end, and so do tokens that were made by signing in. Named tokens stay.</p>
      {error && !named && (
        <p class="problem" role="alert">
          {explain(error).happened} {explain(error).toDo}
        </p>
      )}
      {changed && (
        <p class="done" role="status">
          The password is changed.
        </p>
      )}
    </form>
  );
}
