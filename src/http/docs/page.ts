import type { OpenApiDocument } from '../openapi/document.js';
import type { Schemas } from '../openapi/schemas.js';
import { html, type Html, prose } from './html.js';
import { errorSection, operationArticle } from './operation.js';

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** The reference as one page of HTML, without scripts; its style sheet is at `style`, the document at `source`. */
export function referencePage(document: OpenApiDocument, links: { style: string; source: string }): string {
  const components = {
    schemas: document.components['schemas'] as Schemas['components'],
    responses: document.components['responses'] as Record<string, unknown>,
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))].map((tag) => ({
    tag,
    description: document.tags.find(({ name }) => name === tag)?.description ?? '',
    members: operations.filter(({ operation }) => operation.tags[0] === tag),
  }));
  const base = document.servers[0]?.url ?? '';
  const paragraphs = String(document.info['description']).split('\n\n');

  const contents = groups.map(
    ({ tag, members }) =>
      html`<li>
        <a href="#${anchorOf(tag)}">${tag}</a>
        <ul>
          ${members.map(
            ({ path, method, operation }) =>
              html`<li>
                <a href="#${operation.operationId}"
                  ><span class="method ${method}">${method.toUpperCase()}</span> <span>${breakable(path)}</span></a
                >
              </li>`,
          )}
        </ul>
      </li>`,
  );
  const sections = groups.map(
    ({ tag, description, members }) =>
      html`<section aria-labelledby="${anchorOf(tag)}">
        <h2 id="${anchorOf(tag)}">${tag}</h2>
        <p>${description}.</p>
        ${members.map(({ path, method, operation }) => operationArticle(path, method, operation, components))}
      </section>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Sidelobe API</title>
        <link rel="stylesheet" href="${links.style}" />
      </head>
      <body>
        <a class="skip" href="#reference">Skip to the reference</a>
        <nav aria-label="Calls">
          <details open>
            <summary>Calls</summary>
            <ul>
              ${contents}
              <li><a href="#errors">Errors</a></li>
            </ul>
          </details>
        </nav>
        <main id="reference">
          <header>
            <h1>Sidelobe API</h1>
            ${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}
            <p>The same as <a href="${links.source}">OpenAPI 3.1</a>. The examples take these two variables:</p>
            <pre tabindex="0"><code>BASE=${base.startsWith('/') ? `http://127.0.0.1:8080${base}` : base}
TOKEN=sl_…</code></pre>
          </header>
          ${sections} ${errorSection(components.responses)}
        </main>
      </body>
    </html> `;
  return page.text;
}

/** A path that may wrap behind its slashes. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((segment) => html`${segment}<wbr />`)}`;
}
