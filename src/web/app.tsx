import type { SessionJson } from '../http/schemas/session.js';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Header } from './header.js';
import { later } from './components/later.js';
import { Problem, Waiting } from './components/problem.js';
import { type PageError, whenSignedOut } from './data/client.js';
import { useRetry } from './data/useRetry.js';
import { pageErrorOf } from './data/client.js';
import { ExplorerView } from './explorer/explorerView.js';
import { navigate, pathAfterSignIn, useRoute, type Route } from './route.js';
import { endSession, findSession, SessionContext } from './session.js';
import { SignInView } from './signIn/signInView.js';

const AccountView = later('the account', async () => (await import('./rest.js')).AccountView);
const StationsView = later('the stations', async () => (await import('./rest.js')).StationsView);
const WeekView = later('the week', async () => (await import('./rest.js')).WeekView);

const TITLES: Record<string, string> = {
  '/map': 'Map',
  '/week': 'Stations over the week',
  '/stations': 'Stations',
  '/account': 'Account',
  '/sign-in': 'Sign in',
};

function View({ route }: { route: Route }) {
  switch (route.path) {
    case '/map':
      return <ExplorerView query={route.query} />;
    case '/week':
      return <WeekView query={route.query} />;
    case '/stations':
      return <StationsView />;
    case '/account':
      return <AccountView />;
    default:
      return null;
  }
}

type Known =
  | { state: 'asking' }
  | { state: 'out' }
  | { state: 'in'; session: SessionJson }
  | { state: 'failed'; error: PageError };

/** The page: a view where somebody is signed in, else the sign-in, which leads back to the view. */
export function App() {
  const route = useRoute();
  const [known, setKnown] = useState<Known>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    whenSignedOut(() => setKnown({ state: 'out' }));
    const controller = new AbortController();
    findSession(controller.signal).then(
      (session) => setKnown(session ? { state: 'in', session } : { state: 'out' }),
      (reason: unknown) => {
        if (!controller.signal.aborted) setKnown({ state: 'failed', error: pageErrorOf(reason) });
      },
    );
    return () => controller.abort();
  }, [attempt]);

  const failure = known.state === 'failed' ? known.error : undefined;
  const askAgain = useCallback(() => setAttempt((count) => count + 1), []);
  useRetry(failure, askAgain);
  const { path, query } = route;
  useEffect(() => {
    document.title = `${TITLES[path] ?? 'Sidelobe'} · Sidelobe`;
    if (known.state === 'in' && TITLES[path] === undefined) navigate('/map', { replace: true });
    if (known.state === 'in' && path === '/sign-in') navigate(pathAfterSignIn(query), { replace: true });
    if (known.state === 'out' && path !== '/sign-in') {
      const next = path === '/' ? '' : `?next=${encodeURIComponent(path + location.search)}`;
      navigate(`/sign-in${next}`, { replace: true });
    }
  }, [known.state, path]);

  if (known.state === 'asking') return <Waiting for="the page" />;
  if (known.state === 'failed') {
    return (
      <main id="content" class="sign-in">
        <Problem error={known.error} retry={askAgain} />
      </main>
    );
  }
  if (known.state === 'out') return <SignInView onSignedIn={(session) => setKnown({ state: 'in', session })} />;
  const signOut = () => {
    const out = () => {
      setKnown({ state: 'out' });
      navigate('/sign-in', { replace: true });
    };
    endSession().then(out, out);
  };
  return (
    <SessionContext.Provider value={{ session: known.session, signOut }}>
      <Header path={path} />
      <View route={route} />
    </SessionContext.Provider>
  );
}
