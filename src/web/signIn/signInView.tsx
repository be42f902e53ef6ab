import type { SessionJson } from '../../http/schemas/session.js';
import { useState } from 'preact/hooks';
import { Field } from '../components/field.js';
import { useSubmit } from '../components/useSubmit.js';
import type { PageError } from '../data/client.js';
import { explain } from '../explain.js';
import { signIn } from '../session.js';

function refusal(error: PageError): string {
  if (error.status === 401) return 'Wrong email or password. Check both; the password is case-sensitive.';
  if (error.status === 429) {
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
    return `Too many attempts. Try again in ${minutes} min; existing tokens keep working.`;
  }
  const { happened, toDo } = explain(error);
  return `${happened} ${toDo}`;
}

export function SignInView({ onSignedIn }: { onSignedIn: (session: SessionJson) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { submit, busy, error } = useSubmit(async () => onSignedIn(await signIn(email, password)));
  return (
    <main id="content" class="sign-in">
      <form class="card" onSubmit={submit}>
        <p class="brand">Sidelobe</p>
        <h1>Sign in</h1>
        <p class="hint">How many satellites could interfere with yours, where and when.</p>
        {error && (
          <p class="problem" role="alert">
            {refusal(error)}
          </p>
        )}
        <Field
          label="Email"
          type="email"
          name="email"
          autocomplete="username"
          required
          value={email}
          onValue={setEmail}
        />
        <Field
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        <p class="hint">
          The operator of this server creates accounts. <a href="/docs">API reference</a>
        </p>
      </form>
    </main>
  );
}
