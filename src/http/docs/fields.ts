import { prose, html, type Html } from './html.js';
import type { JsonSchema, Schemas } from '../openapi/schemas.js';

interface Field {
  name: string;
  type: string;
  schema: JsonSchema;
  isRequired: boolean;
}

type Components = Schemas['components'];

function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return schema;
  return { ...components[$ref.split('/').at(-1) ?? ''], ...rest };
}

/** Alternatives of a schema, without references; null, where it is allowed, is one of them. */
function alternatives(schema: JsonSchema, components: Components): JsonSchema[] {
  const { anyOf, ...rest } = resolved(schema, components);
  return Array.isArray(anyOf) ? anyOf.flatMap((one: JsonSchema) => alternatives(one, components)) : [rest];
}

/** Type of a value, or its choices. */
export function typeOf(schema: JsonSchema, components: Components): string {
  const { const: only, enum: choices, format, items, type } = resolved(schema, components);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map(String).join(' | ');
  if (type === 'array') return `list of ${typeOf(items as JsonSchema, components)}`;
  const name = [(type ?? 'any') as string | string[]].flat().join(' or ');
  return typeof format === 'string' && name === 'string' ? format : name;
}

/** All fields of an answer or a body; fields of nested objects and lists are named by their paths. */
function fieldsOf(schema: JsonSchema, components: Components, path = ''): Field[] {
  const { properties = {}, required } = resolved(schema, components);
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, raw]) => {
    const field = resolved(raw, components);
    const all = alternatives(field, components);
    const one = all.find(({ type }) => type !== 'null') ?? {};
    const isList = one['type'] === 'array';
    const inner = isList ? resolved(one['items'] as JsonSchema, components) : one;
    const name = `${path}${key}${isList ? '[]' : ''}`;
    const type = `${typeOf(inner, components)}${all.some((other) => other['type'] === 'null') ? ' or null' : ''}`;
    const isRequired = Array.isArray(required) && required.includes(key);
    return [{ name, type, schema: { ...one, ...field }, isRequired }, ...fieldsOf(inner, components, `${name}.`)];
  });
}

export function fieldTable(schema: JsonSchema, components: Components, caption: string): Html {
  const rows = fieldsOf(schema, components).map(({ name, type, schema: field, isRequired }) => ({
    name,
    type,
    note: isRequired ? '' : 'optional',
    meaning: prose(String(field['description'])),
    isExtension: field['x-extension'] === true,
  }));
  return table(caption, 'Field', rows);
}

interface Row {
  name: string;
  type: string;
  /** Remark behind the type; empty for none. */
  note: string;
  meaning: Html;
  isExtension: boolean;
}

/** HTML table of three columns: a name, under `heading`; its type; its meaning. */
export function table(caption: string, heading: string, rows: readonly Row[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, type, note, meaning, isExtension }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${type}${note !== '' && html` <span class="note">${note}</span>`}</td>
              <td>${meaning} ${isExtension && html`<span class="tag">extension</span>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
