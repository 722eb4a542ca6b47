/** The schemas of a requested set-up, for both ends, made from the table of settings. Apart from setup.ts, so that the page's first scripts do without them. */
import * as z from '../../base/schema.ts';
import type { Fields, FieldsOf, Node, Union, ValueOf } from './setting.ts';
import { SETTINGS } from './settings.ts';
import type { Load } from './setup.ts';

const nameValueSchema = z.strictObject({ name: z.string().min(1).max(1_000), value: z.string().max(100_000) });

/** Where only some settings are given. */
export type Partly<T> = { [K in keyof T]?: T[K] | undefined };
type SomeOf<U> = U extends unknown ? Partly<U> : never;
/** Without its model, it is of the default one. */
export type SomeOfLoad = SomeOf<Load>;

/** Each setting is in several schemas, and is slow to make. */
const SCHEMAS = new WeakMap<Node, z.ZodType>();

export const setupSchema = objectOf(SETTINGS);
export const captureSchema = schemaOf(SETTINGS.capture);
export const loadSchema = schemaOf(SETTINGS.load);
export const clientSchema = schemaOf(SETTINGS.client);
/** Some settings of the request, and of the load: what a study changes. */
export const someOfRequestSchema = partlyOf(SETTINGS.requests.item);
export const someOfLoadSchema = partlyOfUnion(SETTINGS.load) as unknown as z.ZodType<SomeOfLoad>;

function objectOf<F extends Fields>(fields: F): z.ZodType<FieldsOf<F>> {
  return z.strictObject(shapeOf(fields)) as unknown as z.ZodType<FieldsOf<F>>;
}

function partlyOf<F extends Fields>(fields: F): z.ZodType<Partly<FieldsOf<F>>> {
  return z.strictObject(shapeOf(fields)).partial() as unknown as z.ZodType<Partly<FieldsOf<F>>>;
}

function shapeOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, node]) => [name, schemaOf(node)]));
}

function schemaOf<N extends Node>(node: N): z.ZodType<ValueOf<N>>;
function schemaOf(node: Node): z.ZodType {
  const known = SCHEMAS.get(node);
  if (known !== undefined) return known;
  const schema = makeSchema(node);
  SCHEMAS.set(node, schema);
  return schema;
}

function makeSchema(node: Node): z.ZodType {
  switch (node.is) {
    case 'text': {
      const text = z.string().min(node.min).max(node.max);
      const orNot = node.default === null ? text.nullable() : text;
      return node.addedLater ? (orNot as z.ZodType<string | null>).default(node.default) : orNot;
    }
    case 'number': {
      const any = z.number().min(node.min).max(node.max);
      const number = node.whole ? any.int() : any;
      return node.addedLater ? number.default(node.before ?? node.default) : number;
    }
    case 'choice':
      return z.enum(node.of);
    case 'switch':
      return node.addedLater ? z.boolean().default(node.before ?? node.default) : z.boolean();
    case 'words': {
      const words = z.array(z.string().max(node.longest)).max(node.most);
      return node.addedLater ? words.default([]) : words;
    }
    case 'pairs':
      return z.array(nameValueSchema).max(node.most);
    case 'list':
      return z.tuple([z.strictObject(shapeOf(node.item))]);
    case 'union':
      return unionOf(node);
  }
}

/** Without its word, it is of the default member. */
function partlyOfUnion({ tag, members, default: byDefault }: Union): z.ZodType {
  return z.union(
    Object.entries(members).map(([word, fields]) => {
      const literal = z.literal(word);
      return z.strictObject({
        ...z.strictObject(shapeOf(fields)).partial().shape,
        [tag]: word === byDefault ? literal.optional() : literal,
      });
    }),
  );
}

function unionOf({ tag, members }: Union): z.ZodType {
  const [first, ...others] = Object.entries(members).map(([word, fields]) =>
    z.strictObject({ [tag]: z.literal(word), ...shapeOf(fields) }),
  );
  return z.discriminatedUnion(tag, [first!, ...others]);
}
