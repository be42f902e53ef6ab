import { type ErrorCode, ERROR_STATUS } from '../response/serviceError.js';
import type { OpenApiDocument } from '../openapi/document.js';
import type { JsonSchema, Schemas } from '../openapi/schemas.js';
import { curlOf } from './curl.js';
import { fieldTable, table, typeOf } from './fields.js';
import { html, type Html, prose } from './html.js';

type Operation = OpenApiDocument['paths'][string][string];

function jsonContent(part: unknown): { schema: JsonSchema; example?: unknown; examples?: object } | undefined {
  return (part as { content?: Record<string, { schema: JsonSchema }> } | undefined)?.content?.['application/json'];
}

function json(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`;
}

/** Example of an answer; of several the first, with its summary. */
function exampleOf(answer: ReturnType<typeof jsonContent>): Html {
  const [first] = Object.values(answer?.examples ?? {}) as { summary: string; value: unknown }[];
  if (first === undefined) return json(answer?.example);
  return html`<p class="note">${first.summary}:</p>
    ${json(first.value)}`;
}

export function exampleBody(operation: Operation | undefined): unknown {
  return jsonContent(operation?.requestBody)?.example;
}

function defaultOf({ default: given }: JsonSchema): Html | false {
  return given !== undefined && html` <span class="note">default ${JSON.stringify(given).replaceAll('"', '')}</span>`;
}

function parameterTable(parameters: readonly JsonSchema[], schemas: Schemas['components']): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map((parameter) => {
    const schema = parameter['schema'] as JsonSchema;
    return {
      name: String(parameter['name']),
      type: typeOf(schema, schemas),
      note: `${String(parameter['in'])}, ${parameter['required'] === true ? 'required' : 'optional'}`,
      meaning: html`${prose(String(parameter['description']))}${defaultOf(schema)}`,
      isExtension: parameter['x-extension'] === true,
    };
  });
  return table('Parameters', 'Name', rows);
}

/** Error codes that the description of an operation's response names. */
function codesOf(response: unknown): string[] {
  const { $ref, description } = response as { $ref?: string; description?: string };
  return $ref === undefined ? [] : [...String(description).matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code);
}

function errorList(operation: Operation): Html {
  const items = Object.entries(operation.responses).flatMap(([status, response]) => {
    const codes = codesOf(response);
    if (codes.length === 0) return [];
    const links = codes.map((code) => html` <a href="#${code}"><code>${code}</code></a>`);
    return html`<li><span class="status">${status}</span>${links}</li>`;
  });
  return html`<details>
    <summary>Errors</summary>
    <ul class="errors">
      ${items}
    </ul>
  </details>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function operationArticle(
  path: string,
  method: string,
  operation: Operation,
  { schemas, bodyOfMaker }: { schemas: Schemas['components']; bodyOfMaker: unknown },
): Html {
  const { operationId, summary, parameters, security } = operation;
  const body = jsonContent(operation.requestBody);
  const answer = jsonContent(operation.responses['200']);
  const headers = Object.keys((operation.responses['200'] as { headers: object }).headers);
  const curl = curlOf({
    method,
    path,
    parameters,
    needsToken: security === undefined,
    body: body?.example,
    bodyOfMaker,
  });
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      ${operation['x-extension'] === true && html`<span class="tag">extension</span>`}
    </h3>
    <p>${prose(summary)}. ${operation.description !== undefined && prose(operation.description)}</p>
    ${parameterTable(parameters, schemas)} ${body && fieldTable(body.schema, schemas, 'Body')}
    <h4>Example</h4>
    <pre class="sh" tabindex="0"><code>${curl}</code></pre>
    ${exampleOf(answer)}
    <details>
      <summary>Fields of the answer</summary>
      ${answer && fieldTable(answer.schema, schemas, 'Answer')}
      <p>Headers: ${headers.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>
    </details>
    ${errorList(operation)}
  </article>`;
}

/** Section on every error code: when it is answered, and an example of its body. */
export function errorSection(responses: Readonly<Record<string, unknown>>): Html {
  const shown = new Map<string, { summary: string; value: unknown }>();
  for (const response of Object.values(responses)) {
    for (const [code, example] of Object.entries(jsonContent(response)?.examples ?? {})) {
      shown.set(code, example as { summary: string; value: unknown });
    }
  }
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => shown.has(code));
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Error codes</h2>
    ${codes.map(
      (code) =>
        html`<article id="${code}" aria-labelledby="${code}-title">
          <h3 id="${code}-title"><span class="status">${ERROR_STATUS[code]}</span> <code>${code}</code></h3>
          <p>${prose(sentence(shown.get(code)?.summary ?? ''))}</p>
          ${json(shown.get(code)?.value)}
        </article>`,
    )}
  </section>`;
}
