import { useState } from 'preact/hooks';
import { useEvent } from './loading/useEvent.js';

/** Address within the page: the path of a view, and its query. */
export interface Route {
  path: string;
  query: URLSearchParams;
}

let searched = '';

/** Query of the workspace when it was last open, with its question mark; empty if it was not open. */
export function lastSearch(): string {
  if (location.pathname === '/') searched = location.search;
  return searched;
}

const CHANGED = 'sidelobe:route';

function currentRoute(): Route {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** Goes to a view of the page. With `replace` the back button skips the current address. */
export function navigate(href: string, { replace = false } = {}): void {
  lastSearch();
  if (href === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  dispatchEvent(new Event(CHANGED));
}

/** Current address; the component renders again when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  const update = () => setRoute(currentRoute());
  useEvent(window, 'popstate', update);
  useEvent(window, CHANGED, update);
  return route;
}

/** Follows a plain click on a link of the page without a reload; new tabs and the like are left to the browser. */
export function followInPage(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.currentTarget as HTMLAnchorElement;
  if (link.origin !== location.origin) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

/** Address to go to after the sign-in: the one in `next` if it is of this page and not the sign-in, else `/`. */
export function pathAfterSignIn(query: URLSearchParams): string {
  try {
    const url = new URL(query.get('next') ?? '/', location.origin);
    if (url.origin === location.origin && url.pathname !== '/sign-in') return url.pathname + url.search;
  } catch {
    // The text is no address, perhaps by a broken link.
  }
  return '/';
}
