import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_INT32 = 2 ** 31 - 1;

/** Creates a converter from zod to JSON Schema; schemas with an id become components that others refer to. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // The schema is wrapped in a root object, so that a schema with an id becomes a reference as well.
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
    for (const [id, definition] of Object.entries($defs)) {
      // A schema that requests and answers share is described as answers describe it.
      if (io === 'output' || !(id in components)) components[id] = referring(definition) as JsonSchema;
    }
    return referring(properties['root']) as JsonSchema;
  };
  return {
    /** JSON Schema of a request's data: objects are closed. */
    input: (schema: z.ZodType) => convert(schema, 'input'),
    /** JSON Schema of an answer's data: objects are open, so that answers may gain fields. */
    output: (schema: z.ZodType) => convert(schema, 'output'),
    components,
  };
}

export type Schemas = ReturnType<typeof createSchemas>;
