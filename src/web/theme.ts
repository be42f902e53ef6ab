import { useEffect, useState } from 'preact/hooks';
import { keptChoice } from './choice.js';
import type { ThemeName } from './colours/theme.js';

export const themeChoice = keptChoice('sidelobe.theme', ['system', 'light', 'dark']);
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

function currentTheme(): ThemeName {
  const choice = themeChoice.get();
  if (choice !== 'system') return choice;
  return prefersDark.matches ? 'dark' : 'light';
}

function listenToTheme(listener: () => void): () => void {
  const end = themeChoice.listen(listener);
  prefersDark.addEventListener('change', listener);
  return () => {
    end();
    prefersDark.removeEventListener('change', listener);
  };
}

/** Keeps the style sheet in the current theme. */
export function applyTheme(): void {
  const apply = () => (document.documentElement.dataset['theme'] = currentTheme());
  apply();
  listenToTheme(apply);
}

/** Colour of the style sheet in the current theme, by its name without the dashes. */
export function styleColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
}

/** Current theme; the component renders again when it changes. */
export function useTheme(): ThemeName {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => listenToTheme(() => setTheme(currentTheme)), []);
  return theme;
}
