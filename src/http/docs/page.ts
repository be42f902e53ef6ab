import type { OpenApiDocument } from '../openapi/document.js';
import { GUIDE, INTRODUCTION } from '../openapi/guide.js';
import type { Schemas } from '../openapi/schemas.js';
import { html, type Html, prose } from './html.js';
import { preludeFor } from './curl.js';
import { errorSection, exampleBody, operationArticle } from './operation.js';

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** Reference of the API as one page of HTML, without scripts; the addresses in its examples begin with `base`. */
export function referencePage(document: OpenApiDocument, base: string): string {
  const schemas = document.components['schemas'] as Schemas['components'];
  const responses = document.components['responses'] as Record<string, unknown>;
  const makerOf = (path: string) => document.paths[path.replace(/\/\{id\}$/, '')]?.['post'];
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))].map((tag) => ({
    tag,
    description: document.tags.find(({ name }) => name === tag)?.description ?? '',
    members: operations.filter(({ operation }) => operation.tags[0] === tag),
  }));

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
        ${members.map(({ path, method, operation }) =>
          operationArticle(path, method, operation, { schemas, bodyOfMaker: exampleBody(makerOf(path)) }),
        )}
      </section>`,
  );
  const chapters = GUIDE.map(
    ({ id, title, paragraphs }) =>
      html`<section aria-labelledby="${id}">
        <h2 id="${id}">${title}</h2>
        ${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}
      </section>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Sidelobe API</title>
        <link rel="stylesheet" href="docs.css" />
      </head>
      <body>
        <a class="skip" href="#reference">Skip to the reference</a>
        <nav aria-label="Calls">
          <details open>
            <summary>Calls</summary>
            <ul>
              ${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)} ${contents}
              <li><a href="#errors">Error codes</a></li>
            </ul>
          </details>
        </nav>
        <main id="reference">
          <header>
            <h1>Sidelobe API</h1>
            ${INTRODUCTION.map((text) => html`<p>${prose(text)}</p>`)}
            <p>
              The same as <a href="openapi.json">OpenAPI 3.1</a>, for generators of clients. The examples below take
              these variables: a token is made on the page, under Account, by <code>sidelobe token create</code> or by
              <code>POST /auth</code>.
            </p>
            <pre class="sh" tabindex="0"><code>${preludeFor(base)}</code></pre>
          </header>
          ${chapters} ${sections} ${errorSection(responses)}
        </main>
      </body>
    </html> `;
  return page.text;
}

/** Path that may wrap before its slashes. */
function breakable(path: string): Html {
  return html`${path.split(/(?=\/)/).map((segment) => html`${segment}<wbr />`)}`;
}
