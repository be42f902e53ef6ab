import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SessionJson } from '../http/schemas/session.js';
import { SignInAgain, SignInView } from './account/signInView.js';
import { useChoice, zoneChoice } from './choice.js';
import { later, Problem, Waiting } from './components/problem.js';
import { type PageError, pageErrorOf, whenSignedOut } from './data/client.js';
import { ExplorerView } from './explorer/explorer.js';
import { Header } from './header.js';
import { sessions } from './loading/retry.js';
import { useRetry, useTold } from './loading/useRetry.js';
import { FreeView, NotFoundView } from './plainViews.js';
import { navigate, pathAfterSignIn, type Route, SATELLITE_VIEWS, useRoute } from './route.js';
import { endSession, findSession, SessionContext } from './session.js';
import { setZone } from './time.js';

const AccountView = later('the account', async () => (await import('./rest.js')).AccountView);
const PlaceView = later('the place', async () => (await import('./rest.js')).PlaceView);
const StationsView = later('the stations', async () => (await import('./rest.js')).StationsView);
const WeekView = later('the week', async () => (await import('./rest.js')).WeekView);

const TITLES: Record<string, string> = {
  '/map': 'Map',
  '/place': 'Week at a place',
  '/week': 'Stations over the week',
  '/stations': 'Stations',
  '/account': 'Account',
  '/sign-in': 'Sign in',
};

function View({ route, plan }: { route: Route; plan: SessionJson['account']['plan'] }) {
  if (plan === 'free' && SATELLITE_VIEWS.has(route.path)) return <FreeView />;
  switch (route.path) {
    case '/map':
      return <ExplorerView query={route.query} />;
    case '/place':
      return <PlaceView query={route.query} />;
    case '/week':
      return <WeekView query={route.query} />;
    case '/stations':
      return <StationsView />;
    case '/account':
      return <AccountView />;
    case '/':
    case '/sign-in':
      return null;
    default:
      return <NotFoundView path={route.path} />;
  }
}

type Known =
  | { state: 'asking' }
  | { state: 'out' }
  | { state: 'in'; session: SessionJson; hasEnded: boolean }
  | { state: 'failed'; error: PageError };

/** The page: a signed-in user gets a view, everybody else the sign-in, which then leads to that view. */
export function App() {
  const route = useRoute();
  const zone = useChoice(zoneChoice);
  setZone(zone);
  const [known, setKnown] = useState<Known>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // The view stays behind the sign-in dialog, and with it the text typed in it.
    whenSignedOut(() =>
      setKnown((before) => (before.state === 'in' ? { ...before, hasEnded: true } : { state: 'out' })),
    );
    const controller = new AbortController();
    findSession(controller.signal).then(
      (session) => setKnown(session ? { state: 'in', session, hasEnded: false } : { state: 'out' }),
      (reason: unknown) => {
        if (controller.signal.aborted) return;
        setKnown((before) => (before.state === 'in' ? before : { state: 'failed', error: pageErrorOf(reason) }));
      },
    );
    return () => controller.abort();
  }, [attempt]);

  const failure = known.state === 'failed' ? known.error : undefined;
  const askAgain = useCallback(() => setAttempt((count) => count + 1), []);
  useRetry(failure, askAgain);
  useTold('session', askAgain);
  const { path, query } = route;
  useEffect(() => {
    document.title = `${TITLES[path] ?? (path === '/' ? 'Map' : 'Not found')} · Sidelobe`;
    if (known.state === 'in' && path === '/') navigate('/map', { replace: true });
    if (known.state === 'in' && path === '/sign-in') navigate(pathAfterSignIn(query), { replace: true });
    if (known.state === 'out' && path !== '/sign-in' && (path === '/' || TITLES[path] !== undefined)) {
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
  const onSignedIn = (session: SessionJson) => {
    setKnown({ state: 'in', session, hasEnded: false });
    sessions.dispatchEvent(new Event('begin'));
  };
  if (known.state === 'out') {
    return TITLES[path] === undefined && path !== '/' ? (
      <NotFoundView path={path} />
    ) : (
      <SignInView onSignedIn={onSignedIn} />
    );
  }
  const leave = () => {
    setKnown({ state: 'out' });
    navigate('/sign-in', { replace: true });
  };
  // A change of the time zone remounts the view, so that it shows all times anew. The view of stations shows no times:
  // it stays, and with it the text in its forms.
  const shownZone = path === '/stations' ? '' : zone;
  const signOut = () => void endSession().then(leave, leave);
  return (
    <SessionContext.Provider value={{ session: known.session, signOut }}>
      <Header path={path} />
      <View key={`${known.session.user.email} ${shownZone}`} route={route} plan={known.session.account.plan} />
      {known.hasEnded && <SignInAgain email={known.session.user.email} onSignedIn={onSignedIn} onLeave={leave} />}
    </SessionContext.Provider>
  );
}
