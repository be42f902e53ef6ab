import { actionOf, type KeyAction } from './keyAction.js';

export interface KeyListener {
  act: (action: KeyAction) => void;
  /** The map got the keyboard focus, or lost it. */
  focused: (is: boolean) => void;
}

/** Listens to keys on an element that can have the focus; returns the function that stops it. */
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
