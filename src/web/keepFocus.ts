const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]';
/**
 * Parts of the page that keep the focus: when its element goes, it moves to another element of the same part. Elsewhere
 * it moves to the view's content.
 */
const NEAR = 'form, table, section, nav, dialog, [role=group], .controls';

/**
 * Keeps the focus near its element when that is removed, hidden or disabled. The browser would move it to the body, and
 * the next Tab to the top of the page.
 */
export function keepFocus(root: HTMLElement): void {
  /** Ancestors of the element that had the focus last, the nearest first. */
  let path: Element[] = [];
  root.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let at = target as Element | null; at && at !== root; at = at.parentElement) path.push(at);
  });
  const mend = (): void => {
    const [last] = path;
    if (!last || (document.activeElement !== document.body && document.activeElement !== null)) return;
    // The element can still have the focus, so the user took it away by a click beside the element.
    if (last.isConnected && !last.matches(':disabled') && !last.closest('[hidden]')) return;
    for (const near of path.slice(1)) {
      if (!near.isConnected || !near.closest(NEAR) || near.closest('[hidden]')) continue;
      const next = near.querySelector<HTMLElement>(FOCUSABLE);
      if (next) {
        next.focus({ preventScroll: true });
        return;
      }
    }
    const content = root.querySelector<HTMLElement>('#content');
    if (!content) return;
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  };
  new MutationObserver(mend).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
}
