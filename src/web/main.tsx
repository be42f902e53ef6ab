import { render } from 'preact';
import { App } from './app.js';
import { applyTheme } from './theme.js';

applyTheme();
const root = document.querySelector('#page');
if (root) render(<App />, root);
