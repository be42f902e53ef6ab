import { useState } from 'preact/hooks';
import { PASSWORD_LIMITS } from '../../spec.js';
import { Field, useSubmit } from '../components/form.js';
import { Problem } from '../components/problem.js';
import { askJson } from '../data/client.js';

export function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [revokeAll, setRevokeAll] = useState(false);
  const [revoked, setRevoked] = useState<number>();
  const { submit, busy, error } = useSubmit(async () => {
    setRevoked(undefined);
    const body = { current_password: current, new_password: next, revoke_tokens: revokeAll };
    const answer = await askJson<{ revoked_tokens: number }>('/page/password', { method: 'PUT', body });
    setCurrent('');
    setNext('');
    setRevokeAll(false);
    setRevoked(answer.revoked_tokens);
    onChanged();
  });
  const wrongCurrent = error?.details['current_password'];
  const wrongNext = error?.details['new_password'];
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
        type={isShown ? 'text' : 'password'}
        autocomplete="current-password"
        required
        value={current}
        onValue={setCurrent}
        error={wrongCurrent}
      />
      <Field
        label="New password"
        type={isShown ? 'text' : 'password'}
        autocomplete="new-password"
        required
        value={next}
        onValue={setNext}
        error={wrongNext}
      />
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />
        Show what I type
      </label>
      <label class="check">
        <input type="checkbox" checked={revokeAll} onChange={(event) => setRevokeAll(event.currentTarget.checked)} />
        Revoke all API tokens
      </label>
      <button type="submit" aria-disabled={busy}>
        Change password
      </button>
      <p class="hint">
        {PASSWORD_LIMITS.least} to {PASSWORD_LIMITS.most} characters, and none of the most common passwords. Your other
        sessions end, and tokens from sign-ins by script are revoked. Tokens made here stay valid unless you revoke them
        all.
      </p>
      {error && !named && <Problem error={error} />}
      {revoked !== undefined && (
        <p class="done" role="status">
          The password is changed. {revoked > 0 && `${revoked} ${revoked === 1 ? 'token is' : 'tokens are'} revoked.`}
        </p>
      )}
    </form>
  );
}
