import { actionOf, type KeyAction } from './keyAction.js';

export interface KeyListener {
  act: (action: KeyAction) => void;
  /** Keys have come to the map, or left it. */
  focused: (is: boolean) => void;
}

/** Keys of an element that can have the focus; gives the function that ends it. */
export function listenToKeys(element: HTMLElement, listener: KeyListener): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    listener.focused(true);
    listener.act(action);
  };
  element.addEventListener('keydown', onKey, { signal });
  element.addEventListener('focus', () => listener.focused(element.matches(':focus-visible')), { signal });
  element.addEventListener('blur', () => listener.focused(false), { signal });
  element.addEventListener('pointerdown', () => listener.focused(false), { signal });
  return () => ends.abort();
}
