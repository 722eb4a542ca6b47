import type { PlanKey, PlanKeys, PlanValues } from '../model/load-models/model.ts';
import { LOAD_MODELS, loadModel, type PlanLoad } from '../model/load-models.ts';
import { say } from '../words/said.ts';
import type { Members, Part, PlanReader } from './plan-reader.ts';

const MOST_TEXTS = 1_000;
const LONGEST_TEXT = 200;

/** `load:` of a plan: the name of its model, and what the keys of that mean. */
export function readLoad(reader: PlanReader, part: Part): PlanLoad | null {
  const named = part.tree.kind === 'map' ? part.tree.entries.find(({ key }) => key === 'model') : undefined;
  if (named === undefined) return reader.refuse(part, say('plan.noModel', { models: { list: [...LOAD_MODELS], by: 'or' } }));
  const model = reader.choice({ tree: named.value, path: [...part.path, 'model'] }, LOAD_MODELS);
  if (model === null) return null;
  const { keys, onlyOne } = loadModel(model).plan;
  const members: Members<string> = reader.members(part, ['model', ...Object.keys(keys)]);
  for (const [key, of] of Object.entries(keys)) if ('missing' in of && members[key] === undefined) reader.refuse(part, of.missing);
  const [first, second] = onlyOne?.of.map((key) => members[key]) ?? [];
  if (onlyOne !== undefined && first !== undefined && second !== undefined) reader.refuse(second, onlyOne.says);
  const values = Object.entries(keys).map(([key, of]) => [key, readValue(reader, of, members[key])] as const);
  // The compiler cannot see that these are the keys of this model.
  return { model, ...Object.fromEntries(values) } as unknown as PlanLoad;
}

function readValue(reader: PlanReader, key: PlanKey, part: Part | undefined): PlanValues<PlanKeys>[string] {
  const text = (one: Part): string | null => {
    const given = reader.text(one, LONGEST_TEXT);
    const refused = given !== null && 'refuse' in key ? key.refuse(given) : null;
    return refused === null ? given : reader.refuse(one, refused);
  };
  switch (key.is) {
    case 'number':
      return part === undefined ? null : reader.number(part, key);
    case 'switch':
      return (part && reader.flag(part)) ?? false;
    case 'choice':
      return (part && reader.choice(part, key.of)) ?? key.of[0];
    case 'text':
      return (part && text(part)) ?? '';
    case 'texts':
      return part === undefined ? [] : reader.items(part, MOST_TEXTS, true).flatMap((one) => text(one) ?? []);
  }
}
