import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { SessionJson } from '../http/schemas/session.js';
import { SignInAgain, SignInView } from './account/signInView.js';
import { useChoice, zoneChoice } from './choice.js';
import { later, Problem, Waiting } from './components/problem.js';
import { pageErrorOf, whenSignedOut } from './data/client.js';
import { tabs } from './data/tabs.js';
import { sessions } from './loading/retry.js';
import { useEvent } from './loading/useEvent.js';
import { useLoaded } from './loading/useLoaded.js';
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

interface Known {
  /** Undefined if nobody is signed in. */
  session: SessionJson | undefined;
  /**
   * Whether the session has ended. The view then stays behind the sign-in dialog, with all text that the user has typed
   * into the view.
   */
  hasEnded?: boolean;
}

/** The page: signed-in users get a view, others the sign-in, which then leads to it. Unknown paths need no session. */
export function App() {
  const route = useRoute();
  const zone = useChoice(zoneChoice);
  setZone(zone);
  const found = useLoaded('session', async (signal): Promise<Known> => ({ session: await findSession(signal) }));
  const [known, setKnown] = useState<Known>();
  useLayoutEffect(() => {
    if (found.value) setKnown(found.value);
  }, [found.value]);
  useEffect(() => whenSignedOut(() => setKnown((before) => ({ session: before?.session, hasEnded: true }))), []);
  useEvent(tabs, 'session', found.reload);
  const { path, query } = route;
  const isIn = known && known.session !== undefined;
  useEffect(() => {
    document.title = `${VIEWS[path]?.title ?? 'Not found'} · Sidelobe`;
    if (isIn === true && path === '/sign-in') navigate(pathAfterSignIn(query), { replace: true });
    else if (isIn === false && path !== '/sign-in' && VIEWS[path] !== undefined) {
      const here = path + location.search;
      navigate(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`, { replace: true });
    }
  }, [isIn, path]);

  if (!known) {
    if (!found.error) return <Waiting for="the page" />;
    return (
      <main id="content" class="sign-in">
        <Problem error={found.error} retry={found.reload} />
      </main>
    );
  }
  const { session } = known;
  const onSignedIn = (begun: SessionJson) => {
    setKnown({ session: begun });
    sessions.dispatchEvent(new Event('begin'));
  };
  if (!session) {
    return VIEWS[path] === undefined ? <NotFoundView path={path} /> : <SignInView onSignedIn={onSignedIn} />;
  }
  const leave = () => {
    setKnown({ session: undefined });
    navigate('/sign-in', { replace: true });
  };
  // A change of the time zone remounts the view, so that it shows all times anew. The view of stations shows no times:
  // it stays, and with it the text in its forms.
  const shownZone = path === '/stations' ? '' : zone;
  const signOut = () =>
    endSession().then(leave, (error: unknown) => {
      // A 401 tells that the session had ended already.
      if (pageErrorOf(error).status !== 401) throw error;
      leave();
    });
  return (
    <SessionContext.Provider value={{ session, signOut }}>
      <ViewAt key={`${session.user.email} ${shownZone}`} route={route} plan={session.account.plan} />
      {known.hasEnded === true && <SignInAgain email={session.user.email} onSignedIn={onSignedIn} onLeave={leave} />}
    </SessionContext.Provider>
  );
}
