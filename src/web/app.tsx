import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SessionJson } from '../http/schemas/session.js';
import { SignInAgain, SignInView } from './account/signInView.js';
import { useChoice, zoneChoice } from './choice.js';
import { later, Problem, Waiting } from './components/problem.js';
import { type PageError, pageErrorOf, whenSignedOut } from './data/client.js';
import { sessions } from './loading/retry.js';
import { useRetry, useTold } from './loading/useRetry.js';
import { FreeView, NotFoundView } from './plainViews.js';
import { INTERFERENCE_VIEWS, navigate, pathAfterSignIn, type Route, useRoute } from './route.js';
import { endSession, findSession, SessionContext } from './session.js';
import { setZone } from './time.js';
import { TopBar } from './workspace/topBar.js';
import { WorkspaceView } from './workspace/workspace.js';

const AccountView = later('the account', async () => (await import('./rest.js')).AccountView);
const StationsView = later('the stations', async () => (await import('./rest.js')).StationsView);
const TicketView = later('the form', async () => (await import('./rest.js')).TicketView);

const TITLES: Record<string, string> = {
  '/': 'Passes',
  '/ticket': 'Who disturbed me?',
  '/stations': 'Stations',
  '/account': 'Account',
  '/sign-in': 'Sign in',
};

function Content({ path, query }: Route) {
  switch (path) {
    case '/ticket':
      return <TicketView query={query} />;
    case '/stations':
      return <StationsView />;
    case '/account':
      return <AccountView />;
    case '/sign-in':
      return null;
    default:
      return <NotFoundView path={path} />;
  }
}

function View({ route, plan }: { route: Route; plan: SessionJson['account']['plan'] }) {
  const isFree = plan === 'free' && INTERFERENCE_VIEWS.has(route.path);
  if (route.path === '/' && !isFree) return <WorkspaceView query={route.query} />;
  return (
    <>
      <TopBar path={route.path} />
      {isFree ? <FreeView /> : <Content {...route} />}
    </>
  );
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
    document.title = `${TITLES[path] ?? 'Not found'} · Sidelobe`;
    if (known.state === 'in' && path === '/sign-in') navigate(pathAfterSignIn(query), { replace: true });
    else if (known.state === 'out' && path !== '/sign-in' && TITLES[path] !== undefined) {
      const here = path + location.search;
      navigate(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`, { replace: true });
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
    return TITLES[path] === undefined ? <NotFoundView path={path} /> : <SignInView onSignedIn={onSignedIn} />;
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
      <View key={`${known.session.user.email} ${shownZone}`} route={route} plan={known.session.account.plan} />
      {known.hasEnded && <SignInAgain email={known.session.user.email} onSignedIn={onSignedIn} onLeave={leave} />}
    </SessionContext.Provider>
  );
}
