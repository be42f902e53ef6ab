import { useEffect, useState } from 'preact/hooks';

/** Where the page is: the path of a view, and what its address says besides. */
export interface Route {
  path: string;
  query: URLSearchParams;
}

const CHANGED = 'sidelobe:route';

function currentRoute(): Route {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** Goes to a view of the page. With `replace` the browser's back button skips the address left. */
export function navigate(href: string, { replace = false } = {}): void {
  if (href === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(CHANGED));
}

/** The address in force; the component is drawn again when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const update = () => setRoute(currentRoute());
    addEventListener('popstate', update);
    addEventListener(CHANGED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  return route;
}

/** Follows a plain click on a link of the page without loading it anew; new tabs and the like stay the browser's. */
export function followInPage(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.currentTarget as HTMLAnchorElement;
  if (link.origin !== location.origin) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

/** Where to go after the sign-in: an address of this page, else its start. */
export function pathAfterSignIn(query: URLSearchParams): string {
  const url = new URL(query.get('next') ?? '/', location.origin);
  const own = url.origin === location.origin && url.pathname !== '/sign-in';
  return own ? url.pathname + url.search : '/';
}
