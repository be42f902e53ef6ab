const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex="0"]';
/** Parts in which the next element is near the one that has gone; beyond them, the content of the view begins anew. */
const NEAR = 'form, table, section, nav, dialog, [role=group], .controls';

/**
 * Keeps the focus in the page when the element that has it goes, or can have it no longer: it moves to what is first
 * nearby, rather than to the body, from where keys begin anew.
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
    // Somebody who clicked beside it has let it go.
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
