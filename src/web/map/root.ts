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
