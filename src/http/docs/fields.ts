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

/** Alternatives of a schema without null, and whether null is one of them. */
function alternatives(schema: JsonSchema, components: Components): { schemas: JsonSchema[]; orNull: boolean } {
  const all = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as JsonSchema[]) : [schema];
  const schemas = all.filter(({ type }) => type !== 'null').map((one) => resolved(one, components));
  return { schemas, orNull: schemas.length < all.length };
}

export function typeOf(schema: JsonSchema): string {
  const { const: only, enum: choices, format, type } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) return choices.map(String).join(' | ');
  const name = [(type ?? 'any') as string | string[]].flat().join(' or ');
  return typeof format === 'string' && name === 'string' ? format : name;
}

/** All fields of an answer; fields of nested objects and lists are named by their paths. */
function fieldsOf(schema: JsonSchema, components: Components, path = ''): Field[] {
  const { properties = {}, required } = resolved(schema, components);
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, raw]) => {
    const field = resolved(raw, components);
    const { schemas, orNull } = alternatives(field, components);
    const [one = {}] = schemas;
    const isList = one['type'] === 'array';
    const inner = isList ? resolved(one['items'] as JsonSchema, components) : one;
    const name = `${path}${key}${isList ? '[]' : ''}`;
    const type = `${typeOf(inner)}${orNull ? ' or null' : ''}`;
    const isRequired = Array.isArray(required) && required.includes(key);
    return [{ name, type, schema: { ...one, ...field }, isRequired }, ...fieldsOf(inner, components, `${name}.`)];
  });
}

/** HTML table of a schema's fields. */
export function fieldTable(schema: JsonSchema, components: Components, caption: string): Html {
  const rows = fieldsOf(schema, components).map(({ name, type, schema: field, isRequired }) => {
    const { description, 'x-extension': extension } = field;
    return html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${type}${!isRequired && html` <span class="note">optional</span>`}</td>
      <td>
        ${typeof description === 'string' && prose(description)}
        ${extension === true && html`<span class="tag">extension</span>`}
      </td>
    </tr>`;
  });
  return table(caption, 'Field', rows);
}

/** HTML table of three columns: a name, under `heading`; its type; its meaning. */
export function table(caption: string, heading: string, rows: readonly Html[]): Html {
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
        ${rows}
      </tbody>
    </table>
  </div>`;
}
