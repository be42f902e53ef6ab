import { actionOf, type KeyAction } from './keyboard.js';

const HELP = 'Arrow keys move, plus and minus zoom, Enter picks the place in the middle.';

export interface Root {
  /** Element that fills the container and can have the focus. */
  root: HTMLElement;
  /** Makes a screen reader read a text. */
  say: (text: string) => void;
}

export function createRoot(container: HTMLElement, label: string): Root {
  const root = document.createElement('div');
  root.tabIndex = 0;
  root.setAttribute('role', 'application');
  root.setAttribute('aria-roledescription', 'map');
  root.setAttribute('aria-label', `${label}. ${HELP}`);
  Object.assign(root.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    cursor: 'crosshair',
    outlineOffset: '-2px',
  });
  const spoken = document.createElement('div');
  spoken.setAttribute('aria-live', 'polite');
  Object.assign(spoken.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  });
  root.append(spoken);
  container.append(root);
  return {
    root,
    say: (text) => {
      spoken.textContent = text;
    },
  };
}

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
