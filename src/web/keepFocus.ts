const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]';
/** Selector of controls that may come again when their view or form is drawn anew. */
const CONTROL = 'button, input, select, summary';
/** Selector of parts of the page within which the focus moves to another element when the focused element goes. */
const NEAR = 'form, table, section, nav, dialog, [role=group], .controls';

/** Moves the focus to the content of the view. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('#content');
  if (!content) return;
  content.tabIndex = -1;
  content.focus({ preventScroll: true });
}

/** The part itself if it is visible and can have the focus, else the first such element in it; undefined if none. */
function firstIn(part: Element): HTMLElement | undefined {
  const found = part.matches(FOCUSABLE) ? [part] : part.querySelectorAll(FOCUSABLE);
  return ([...found] as HTMLElement[]).find((element) => element.checkVisibility());
}

/** Tag of a control and its label, else its text: by these the control is found when it is drawn anew. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
  return `${element.tagName} ${label ?? element.textContent}`;
}

/**
 * Keeps the focus near an element that is removed, hidden or disabled, or moves it to the view's content. The browser
 * would move the focus to the body, so that the next Tab leads to the top of the page.
 */
export function keepFocus(root: HTMLElement): void {
  /** Element that had the focus last and its ancestors below the root, nearest first, each with its two neighbours. */
  let path: { element: Element; beside: (Element | null)[] }[] = [];
  let name = '';
  root.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let at = target as Element | null; at && at !== root; at = at.parentElement) {
      path.push({ element: at, beside: [at.nextElementSibling, at.previousElementSibling] });
    }
    name = nameOf(target as Element);
  });
  /** Element that takes the focus from `last`, which is gone: one near, else `last` drawn anew; undefined if none. */
  const successor = (last: Element): HTMLElement | undefined => {
    for (const { element, beside } of path) {
      // A row or chip that goes leaves the focus to its neighbour.
      for (const part of [element, ...beside.filter((one) => one?.tagName === element.tagName)]) {
        const next = part !== last && part?.isConnected && part.closest(NEAR) ? firstIn(part) : undefined;
        if (next) return next;
      }
    }
    // A control of a view or form that was drawn anew is found by its name.
    const isControl = last.matches(CONTROL) && !last.isConnected;
    return isControl ? [...root.querySelectorAll<HTMLElement>(CONTROL)].find((one) => nameOf(one) === name) : undefined;
  };
  const mend = (): void => {
    const last = path[0]?.element;
    const { activeElement: now } = document;
    // A hidden element counts as without focus: the browser takes the focus from it only with the next frame.
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
