import type { ComponentType } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SessionJson } from '../http/schemas/session.js';
import { SignInAgain, SignInView } from './account/signInView.js';
import { useChoice, zoneChoice } from './choice.js';
import { later, Problem, Waiting } from './components/problem.js';
import { type PageError, pageErrorOf, whenSignedOut } from './data/client.js';
import { tabs } from './data/tabs.js';
import { sessions } from './loading/retry.js';
import { useEvent } from './loading/useEvent.js';
import { useRetry } from './loading/useLoaded.js';
import { FreeView, NotFoundView } from './plainViews.js';
import { navigate, pathAfterSignIn, type Route, useRoute } from './route.js';
import { endSession, findSession, SessionContext } from './session.js';
import { setZone } from './time.js';
import { TopBar } from './workspace/topBar.js';
import { WorkspaceView } from './workspace/workspace.js';

/** View at a path. */
interface View {
  title: string;
  /** Whether its questions need the Enterprise plan. */
  needsEnterprise?: boolean;
  Content: ComponentType<{ query: URLSearchParams }>;
}

const VIEWS: Readonly<Record<string, View>> = {
  '/': { title: 'Passes', needsEnterprise: true, Content: WorkspaceView },
  '/ticket': {
    title: 'Who disturbed me?',
    needsEnterprise: true,
    Content: later('the form', async () => (await import('./rest.js')).TicketView),
  },
  '/stations': {
    title: 'Stations',
    Content: later('the stations', async () => (await import('./rest.js')).StationsView),
  },
  '/account': { title: 'Account', Content: later('the account', async () => (await import('./rest.js')).AccountView) },
  '/sign-in': { title: 'Sign in', Content: () => null },
};

/** View of the path, below the bar; the workspace has a bar of its own, with its selection. */
function ViewAt({ route: { path, query }, plan }: { route: Route; plan: SessionJson['account']['plan'] }) {
  const view = VIEWS[path];
  const isFree = plan === 'free' && view?.needsEnterprise === true;
  if (path === '/' && !isFree) return <WorkspaceView query={query} />;
  return (
    <>
      <TopBar path={path} />
      {isFree ? <FreeView /> : view ? <view.Content query={query} /> : <NotFoundView path={path} />}
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
  useEvent(tabs, 'session', askAgain);
  const { path, query } = route;
  useEffect(() => {
    document.title = `${VIEWS[path]?.title ?? 'Not found'} · Sidelobe`;
    if (known.state === 'in' && path === '/sign-in') navigate(pathAfterSignIn(query), { replace: true });
    else if (known.state === 'out' && path !== '/sign-in' && VIEWS[path] !== undefined) {
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
    return VIEWS[path] === undefined ? <NotFoundView path={path} /> : <SignInView onSignedIn={onSignedIn} />;
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
      <ViewAt key={`${known.session.user.email} ${shownZone}`} route={route} plan={known.session.account.plan} />
      {known.hasEnded && <SignInAgain email={known.session.user.email} onSignedIn={onSignedIn} onLeave={leave} />}
    </SessionContext.Provider>
  );
}
