const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';
/** Controls that come again where their view or form is drawn anew. */
const CONTROL = 'button, input, select, summary';
/**
 * Parts of the page that keep the focus: when its element goes, it moves to another element of the same part. Elsewhere
 * it moves to the view's content.
 */
const NEAR = 'form, table, section, nav, dialog, [role=group], .controls';

/** Moves the focus to the content of the view. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('#content');
  if (!content) return;
  content.tabIndex = -1;
  content.focus({ preventScroll: true });
}

/** First element of a part that can have the focus, or that part. */
function firstIn(part: Element): HTMLElement | undefined {
  const found = part.matches(FOCUSABLE) ? [part] : part.querySelectorAll(FOCUSABLE);
  return ([...found] as HTMLElement[]).find((element) => element.checkVisibility());
}

/** Label of a control, with what tells kinds of controls apart. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
  return `${element.tagName} ${label ?? element.textContent}`;
}

/**
 * Keeps the focus near its element when that is removed, hidden or disabled. The browser would move it to the body, and
 * the next Tab to the top of the page.
 */
export function keepFocus(root: HTMLElement): void {
  /** Element that had the focus last and its ancestors, the nearest first, each with those beside it. */
  let path: { element: Element; beside: (Element | null)[] }[] = [];
  let name = '';
  root.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let at = target as Element | null; at && at !== root; at = at.parentElement) {
      path.push({ element: at, beside: [at.nextElementSibling, at.previousElementSibling] });
    }
    name = nameOf(target as Element);
  });
  /** Element that takes the place of the one that is gone. */
  const successor = (last: Element): HTMLElement | undefined => {
    for (const { element, beside } of path) {
      // A row or chip that goes leaves the focus to its neighbour.
      for (const part of [element, ...beside.filter((one) => one?.tagName === element.tagName)]) {
        const next = part !== last && part?.isConnected && part.closest(NEAR) ? firstIn(part) : undefined;
        if (next) return next;
      }
    }
    // A control of a view or form that is drawn anew comes again.
    const isControl = last.matches(CONTROL) && !last.isConnected;
    return isControl ? [...root.querySelectorAll<HTMLElement>(CONTROL)].find((one) => nameOf(one) === name) : undefined;
  };
  const mend = (): void => {
    const last = path[0]?.element;
    const { activeElement: now } = document;
    // The browser takes the focus from a hidden element only with its next picture.
    if (!last || (now && now !== document.body && (now !== last || last.checkVisibility()))) return;
    // The element can still have the focus, so the user took it away by a click beside the element.
    if (last.isConnected && !last.matches(':disabled') && last.checkVisibility()) return;
    const next = successor(last);
    if (next) next.focus({ preventScroll: true });
    else focusContent();
  };
  new MutationObserver(mend).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'data-shown'],
  });
}
