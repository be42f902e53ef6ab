import { Facts } from '../components/facts.js';
import { Pending } from '../components/problem.js';
import { type Loaded, useLoaded } from '../loading/useLoaded.js';
import { useSession } from '../session.js';
import { PasswordForm } from './passwordForm.js';
import { listSessions, SessionTable } from './sessions.js';
import { listTokens, NewTokenForm, TokenTable } from './tokens.js';

const PLANS = {
  enterprise: { name: 'Enterprise', about: 'Interference and coverage analysis are included.' },
  free: { name: 'Free', about: 'Satellites, stations and tokens. Interference and coverage analysis need Enterprise.' },
} as const;

/** Whether a section has its content or its error. Sections below wait for that, so that they do not move. */
const hasCome = ({ value, error }: Loaded<unknown>): boolean => value !== undefined || error !== undefined;

export function AccountView() {
  const { session } = useSession();
  const tokens = useLoaded('tokens', listTokens);
  const sessions = useLoaded('sessions', listSessions);
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
        <NewTokenForm onCreated={tokens.reload} />
        <Pending loaded={tokens} what="the tokens" />
        {tokens.value && <TokenTable tokens={tokens.value} onRevoked={tokens.reload} />}
      </section>
      {hasCome(tokens) && (
        <section aria-labelledby="sessions">
          <h2 id="sessions">Signed in</h2>
          <p class="hint">A browser that is not used for three days has to sign in again.</p>
          <Pending loaded={sessions} what="the sessions" />
          {sessions.value && <SessionTable sessions={sessions.value} onEnded={sessions.reload} />}
        </section>
      )}
      {hasCome(tokens) && hasCome(sessions) && (
        <section aria-labelledby="password">
          <h2 id="password">Password</h2>
          <PasswordForm
            email={email}
            onChanged={() => {
              tokens.reload();
              sessions.reload();
            }}
          />
        </section>
      )}
    </main>
  );
}
