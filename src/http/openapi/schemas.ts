import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_INT32 = 2 ** 31 - 1;

/** JSON Schema of zod's schemas; those that have an id are kept as components and referred to. */
export interface Schemas {
  /** Of what is sent to the API: objects are closed. */
  input(schema: z.ZodType): JsonSchema;
  /** Of what it answers: objects are open, so that an answer may get more fields. */
  output(schema: z.ZodType): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // Under a root of its own, a schema with an id is referred to as well.
    const { $defs = {}, properties = {} } = z.toJSONSchema(z.strictObject({ root: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        const { type, maximum = Infinity, additionalProperties } = jsonSchema;
        if (type === 'integer' && maximum <= MAX_INT32) jsonSchema.format ??= 'int32';
        else if (type === 'number') jsonSchema.format ??= 'double';
        // What is sent is refused where a field is unknown; what is answered may grow.
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

/** Something that fits a schema whose references are resolved in `components`: examples where there are some. */
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
