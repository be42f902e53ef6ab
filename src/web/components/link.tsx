import type { JSX } from 'preact';
import { followInPage } from '../route.js';

/** Link to another view of the page, which is not loaded anew. */
export function Link(props: JSX.HTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a {...props} onClick={followInPage} />;
}
