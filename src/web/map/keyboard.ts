/** Action of a key on the map: pan by a fraction of the visible extent, zoom, or pick the middle. */
type KeyAction = { kind: 'pan'; right: number; down: number } | { kind: 'zoom'; factor: number } | { kind: 'pick' };

const STEP = 0.1;
const FACTOR = 1.4;

/** Actions of the keys that the map does not ignore. Arrows move the view, so the earth moves the other way. */
const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: { kind: 'pan', right: STEP, down: 0 },
  ArrowRight: { kind: 'pan', right: -STEP, down: 0 },
  ArrowUp: { kind: 'pan', right: 0, down: STEP },
  ArrowDown: { kind: 'pan', right: 0, down: -STEP },
  '+': { kind: 'zoom', factor: FACTOR },
  '=': { kind: 'zoom', factor: FACTOR },
  '-': { kind: 'zoom', factor: 1 / FACTOR },
  Enter: { kind: 'pick' },
};

const HELP = 'Arrow keys move, plus and minus zoom, Enter picks the place in the middle.';

/** Fills a container with the element of a map, which can have the focus; `say` has a screen reader read a text. */
export function createRoot(container: HTMLElement, label: string) {
  const root = document.createElement('div');
  root.className = 'map-root';
  root.tabIndex = 0;
  root.setAttribute('role', 'application');
  root.setAttribute('aria-roledescription', 'map');
  root.setAttribute('aria-label', `${label}. ${HELP}`);
  const spoken = document.createElement('div');
  spoken.className = 'hidden';
  spoken.setAttribute('aria-live', 'polite');
  root.append(spoken);
  container.append(root);
  return { root, say: (text: string) => (spoken.textContent = text) };
}

export interface KeyListener {
  act: (action: KeyAction) => void;
  /** Called when the map gets the keyboard focus, or loses it. */
  focused: (is: boolean) => void;
}

/** Listens to keys on an element that can have the focus; returns the function that stops it. */
export function listenToKeys(element: HTMLElement, listener: KeyListener): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = ACTIONS[event.key];
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
