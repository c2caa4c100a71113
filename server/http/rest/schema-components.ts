import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The JSON Schemas of one document: those with a name are kept once, under it, and referred to from elsewhere. */
export interface SchemaComponents {
  readonly named: Record<string, Json>;
  /** The schema as requests are sent (`input`) or answers are given (`output`), or a reference to it. */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json;
}

/** An empty set of components. A name is expected in requests or in answers, not in both with different shapes. */
export function createSchemaComponents(): SchemaComponents {
  const named: Record<string, Json> = {};
  return {
    named,
    describe(schema, io) {
      const wrapped = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
      const moved = JSON.parse(JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
        properties: { it: Json };
        $defs?: Record<string, Json>;
      };
      for (const [name, { id: _id, ...rest }] of Object.entries(moved.$defs ?? {})) named[name] = rest;
      return moved.properties.it;
    },
  };
}
