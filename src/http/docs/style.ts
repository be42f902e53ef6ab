/** Style sheet of the reference: light and dark, wide and narrow. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f4f6f8; --ink: #1b2430; --soft: #556273; --line: #d8dee6; --link: #0b5cad;
  --get: #0b6b3a; --create: #0b5cad; --update: #8a5300; --remove: #a8201a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151c; --raised: #1a212b; --ink: #e4e9f0; --soft: #9fadbf; --line: #2f3a48; --link: #7db7ff;
    --get: #6fd39b; --create: #7db7ff; --update: #f0b35e; --remove: #ff928a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem; background: var(--ground); }
code, pre, .method, .status { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; line-height: 1.4; }
pre code { font-size: 0.85rem; overflow-wrap: normal; }
h1, h2, h3, h4 { line-height: 1.25; }
h2 { margin: 3rem 0 0.5rem; border-bottom: 2px solid var(--line); padding-bottom: 0.25rem; }
h3 { margin: 0 0 0.5rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 0; font-size: 0.95rem; }
article { padding: 1.25rem 0; border-bottom: 1px solid var(--line); }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: 0.9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.3rem 0; }
nav ul ul { margin-left: 0.25rem; }
nav ul ul a { color: var(--ink); text-decoration: none; display: flex; align-items: baseline; padding: 0.1rem 0; }
nav .method { flex: none; }
nav ul ul a:hover { text-decoration: underline; }
nav details > ul > li > a { font-weight: 600; }
main { padding: 0 1rem 4rem; min-width: 0; max-width: 60rem; }
.method { display: inline-block; min-width: 4.2em; font-size: 0.78rem; font-weight: 700; color: var(--get); }
.method.post { color: var(--create); } .method.patch { color: var(--update); } .method.delete { color: var(--remove); }
.status { font-weight: 700; margin-right: 0.25rem; }
.tag { display: inline-block; padding: 0 0.5em; border: 1px solid var(--line); border-radius: 1em; color: var(--soft); font: 0.78rem system-ui, sans-serif; }
.note { color: var(--soft); font-size: 0.85rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.75rem 0; font-size: 0.9rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; }
td { min-width: 8rem; }
summary { cursor: pointer; padding: 0.25rem 0; font-weight: 600; }
.errors { list-style: none; padding: 0; margin: 0.25rem 0; font-size: 0.9rem; }
.errors li { margin: 0.25rem 0; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 22rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 0 2.5rem 4rem; }
}
@media (max-width: 40rem) {
  thead { position: absolute; left: -100vw; }
  tr, th, td { display: block; padding: 0; border: 0; }
  tr { padding: 0.5rem 0; border-top: 1px solid var(--line); }
}
`.trimStart();
