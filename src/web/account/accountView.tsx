import { Facts } from '../components/facts.js';
import { Problem, Waiting } from '../components/problem.js';
import { errorOf, useLoaded, valueOf } from '../loading/useLoaded.js';
import { useSession } from '../session.js';
import { PasswordForm } from './passwordForm.js';
import { listSessions, SessionTable } from './sessions.js';
import { listTokens, NewTokenForm, TokenTable } from './tokens.js';

const PLANS = {
  enterprise: { name: 'Enterprise', about: 'Interference and coverage analysis are included.' },
  free: { name: 'Free', about: 'Satellites, stations and tokens. Interference and coverage analysis need Enterprise.' },
} as const;

export function AccountView() {
  const { session } = useSession();
  const { loaded, reload } = useLoaded('tokens', listTokens);
  const tokens = valueOf(loaded);
  const error = errorOf(loaded);
  const sessions = useLoaded('sessions', listSessions);
  const browsers = valueOf(sessions.loaded);
  const sessionsError = errorOf(sessions.loaded);
  const { first_name: first, last_name: last, email } = session.user;
  const plan = PLANS[session.account.plan];
  const facts = [
    ['Signed in as', `${first} ${last}, ${email}`],
    [
      'Plan',
      <>
        <strong>{plan.name}</strong> <span class="hint">{plan.about}</span>
      </>,
    ],
  ] as const;
  return (
    <main id="content" class="page">
      <h1>Account</h1>
      <Facts class="facts" of={facts} />
      <section aria-labelledby="tokens">
        <h2 id="tokens">API tokens</h2>
        <p class="hint">Scripts send a token instead of a password. It can do everything that the account can.</p>
        <NewTokenForm onCreated={reload} />
        {error && <Problem error={error} retry={reload} />}
        {tokens === undefined && loaded.state === 'loading' && !error && <Waiting for="the tokens" />}
        {tokens && <TokenTable tokens={tokens} onRevoked={reload} />}
      </section>
      <section aria-labelledby="sessions">
        <h2 id="sessions">Signed in</h2>
        <p class="hint">A browser that is not used for three days has to sign in again.</p>
        {sessionsError && <Problem error={sessionsError} retry={sessions.reload} />}
        {browsers && <SessionTable sessions={browsers} onEnded={sessions.reload} />}
      </section>
      <section aria-labelledby="password">
        <h2 id="password">Password</h2>
        <PasswordForm
          email={email}
          onChanged={() => {
            reload();
            sessions.reload();
          }}
        />
      </section>
    </main>
  );
}
