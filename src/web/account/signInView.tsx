import { useState } from 'preact/hooks';
import type { SessionJson } from '../../http/schemas/session.js';
import { Dialog } from '../components/dialog.js';
import { Field, useSubmit } from '../components/form.js';
import type { PageError } from '../data/client.js';
import { explain } from '../explain.js';
import { signIn } from '../session.js';

function refusal(error: PageError): string {
  if (error.status === 401)
    return 'Wrong email or password, or the account is disabled. The password is case-sensitive.';
  if (error.status === 429) {
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
    return `Too many attempts. Try again in ${minutes} min; existing tokens keep working.`;
  }
  const { happened, toDo } = explain(error, false);
  return `${happened} ${toDo}`;
}

interface SignInFormProps {
  /** Email to begin with. */
  email?: string;
  onSignedIn: (session: SessionJson) => void;
}

/** Email and password, and a button that signs in with them. */
function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const { submit, busy, error } = useSubmit(async () => onSignedIn(await signIn(email, password)));
  return (
    <form class="sign-in-form" onSubmit={submit}>
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
        autofocus={known === ''}
        value={email}
        onValue={setEmail}
      />
      <Field
        label="Password"
        type={isShown ? 'text' : 'password'}
        name="password"
        autocomplete="current-password"
        required
        autofocus={known !== ''}
        value={password}
        onValue={setPassword}
      />
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />
        Show what I type
      </label>
      <button type="submit" class="primary" aria-disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

/** Sign-in dialog over a view whose session has ended; the view keeps the text typed in it. */
export function SignInAgain({ email, onSignedIn, onLeave }: SignInFormProps & { onLeave: () => void }) {
  return (
    <Dialog title="Your session has ended" onClose={onLeave} isKept>
      <p>Sign in again to go on where you were. What you have typed is still here.</p>
      <SignInForm {...(email !== undefined && { email })} onSignedIn={onSignedIn} />
    </Dialog>
  );
}

export function SignInView({ onSignedIn }: { onSignedIn: (session: SessionJson) => void }) {
  return (
    <main id="content" class="sign-in">
      <div class="card">
        <p class="brand">Sidelobe</p>
        <h1>Sign in</h1>
        <p class="hint">How many satellites could interfere with yours, where and when.</p>
        <SignInForm onSignedIn={onSignedIn} />
        <p class="hint">
          The operator of this server creates accounts, and sets new passwords. <a href="/docs">API reference</a>
        </p>
      </div>
    </main>
  );
}
