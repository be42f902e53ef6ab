import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

const KEY = 'sidelobe.theme';
const CHANGED = 'sidelobe:theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Chosen theme. Where the browser's storage is off, it lasts as long as the page. */
let choice = readChoice();

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function currentTheme(): Theme {
  if (choice !== 'system') return choice;
  return prefersDark.matches ? 'dark' : 'light';
}

/** Applies the theme to the style sheet, and tells those who paint on a canvas. */
export function applyTheme(): void {
  const root = document.documentElement;
  const theme = currentTheme();
  root.dataset['theme'] = theme;
  dispatchEvent(new Event(CHANGED));
}

prefersDark.addEventListener('change', applyTheme);
// Another tab has chosen.
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  choice = readChoice();
  applyTheme();
});

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is off.
  }
  applyTheme();
}

/** Colour of the style sheet, by its name without the dashes, as the theme has it now. */
export function styleColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
}

/** Current theme and the choice behind it; the component renders again when it changes. */
export function useTheme(): { theme: Theme; choice: ThemeChoice } {
  const [state, setState] = useState(() => ({ theme: currentTheme(), choice }));
  useEffect(() => {
    const update = () => setState({ theme: currentTheme(), choice });
    addEventListener(CHANGED, update);
    return () => removeEventListener(CHANGED, update);
  }, []);
  return state;
}
