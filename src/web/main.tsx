import { render } from 'preact';
import { App } from './app.js';
import { joinTabs } from './data/tabs.js';
import { keepFocus } from './keepFocus.js';
import { applyTheme } from './theme.js';

applyTheme();
joinTabs();
const root = document.querySelector('#page');
if (root instanceof HTMLElement) {
  keepFocus(root);
  render(<App />, root);
}
