import { keptChoice, useChoice } from './choice.js';
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

/** Applies the current theme to the page, now and after every change of it. */
export function applyTheme(): void {
  const apply = () => (document.documentElement.dataset['theme'] = currentTheme());
  apply();
  listenToTheme(apply);
}

/** Colour that the style sheet gives to a custom property in the current theme; `name` lacks its leading dashes. */
export function styleColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
}

/** Current theme; the component renders again when it changes. */
export function useTheme(): ThemeName {
  return useChoice({ get: currentTheme, listen: listenToTheme });
}
