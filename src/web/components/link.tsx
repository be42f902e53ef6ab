import type { JSX } from 'preact';
import { followInPage } from '../route.js';

/** Link to another view; following it does not reload the page. */
export function Link(props: JSX.HTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a {...props} onClick={followInPage} />;
}
