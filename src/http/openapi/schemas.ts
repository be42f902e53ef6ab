import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_INT32 = 2 ** 31 - 1;

/** Converter from zod to JSON Schema; schemas with an id become components that others refer to. */
export interface Schemas {
  /** JSON Schema of what clients send: objects are closed. */
  input(schema: z.ZodType): JsonSchema;
  /** JSON Schema of what the API answers: objects are open, so that answers may gain fields. */
  output(schema: z.ZodType): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // Wrapped in a root, so that a schema with an id is referred to as well.
    const { $defs = {}, properties = {} } = z.toJSONSchema(z.strictObject({ root: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        const { type, maximum = Infinity, additionalProperties } = jsonSchema;
        if (type === 'integer' && maximum <= MAX_INT32) jsonSchema.format ??= 'int32';
        else if (type === 'number') jsonSchema.format ??= 'double';
        // Requests with unknown fields are refused; answers may grow.
        if (io === 'output' && additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    const referring = (part: unknown): unknown =>
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
    for (const [id, definition] of Object.entries($defs)) components[id] = referring(definition) as JsonSchema;
    return referring(properties['root']) as JsonSchema;
  };
  return {
    input: (schema) => convert(schema, 'input'),
    output: (schema) => convert(schema, 'output'),
    components,
  };
}

/** Value that fits a schema whose references are in `components`, made of the schema's examples where it has some. */
export function exampleOf(schema: JsonSchema, components: Schemas['components']): unknown {
  const { $ref, examples, type, properties, items, minimum, anyOf } = schema;
  if (typeof $ref === 'string') return exampleOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema, components);
  if (type === 'object') {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const fields = Object.entries(properties ?? {}).filter(([name]) => required.includes(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field as JsonSchema, components)]));
  }
  if (type === 'array') return [exampleOf(items as JsonSchema, components)];
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1));
  if (type === 'boolean') return true;
  return type === 'null' ? null : 'text';
}
