/** Reads values of a plan from its tree, and notes for each that is not what it should be one sentence with its place. */
import type { Scalar } from '../model/load/plan.ts';
import { type Said, say } from '../words/said.ts';
import { MOST_PROBLEMS, type Place, type PlanPath, type PlanProblem } from './problem.ts';
import { quote } from './quote.ts';
import { VALUE_NAME } from './template.ts';
import type { Tree, TreeEntry, TreeMap, TreeScalar } from './yaml.ts';

/** A part of the plan, and where it is. */
export interface Part {
  readonly tree: Tree;
  readonly path: PlanPath;
}

/** The members of a map that are there, by their key. */
export type Members<Key extends string> = { readonly [K in Key]?: Part };

export class PlanReader {
  readonly problems: PlanProblem[] = [];

  note(says: Said, path: PlanPath, at: Place): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ says, path, at });
  }

  refuse({ tree, path }: Part, says: Said): null {
    this.note(says, path, tree.at);
    return null;
  }

  map(part: Part): TreeMap | null {
    return part.tree.kind === 'map' ? part.tree : this.refuse(part, say('plan.notAMap', { what: nameOf(part.path) }));
  }

  /** The members of a map that may have these keys and no others. */
  members<Key extends string>(part: Part, keys: readonly Key[]): Members<Key> {
    const map = this.map(part);
    const known: readonly string[] = keys;
    const members: { [K in Key]?: Part } = {};
    for (const { key, keyAt, value } of map?.entries ?? []) {
      const path = [...part.path, key];
      if (known.includes(key)) members[key as Key] = { tree: value, path };
      else if (key === 'allowHost') this.note(say('plan.noConsent'), path, keyAt);
      else this.note(say('plan.unknownKey', { key: quote(key), known: { list: [...keys], by: 'comma' } }), path, keyAt);
    }
    return members;
  }

  /** Names of one's own with their values, `limit` at most. */
  entries(part: Part | undefined, limit: number): { readonly entry: TreeEntry; readonly part: Part }[] {
    if (part === undefined) return [];
    const entries = this.map(part)?.entries ?? [];
    if (entries.length > limit) this.refuse(part, say('plan.tooManyOf', { what: nameOf(part.path), limit }));
    return entries.slice(0, limit).map((entry) => ({ entry, part: { tree: entry.value, path: [...part.path, entry.key] } }));
  }

  /** Of a list its parts; one value alone is a list of one, where `allowsOne`. */
  items(part: Part, limit: number, allowsOne: boolean): readonly Part[] {
    const { tree, path } = part;
    if (tree.kind !== 'list') {
      if (allowsOne && tree.kind === 'scalar') return [part];
      this.refuse(part, say('plan.notAList', { what: nameOf(path) }));
      return [];
    }
    if (tree.items.length > limit) this.refuse(part, say('plan.tooManyOf', { what: nameOf(path), limit }));
    return tree.items.slice(0, limit).map((item, at) => ({ tree: item, path: [...path, at] }));
  }

  scalar(part: Part): Scalar | undefined {
    if (part.tree.kind === 'scalar') return part.tree.value;
    this.refuse(part, say('plan.notOneValue', { what: nameOf(part.path) }));
    return undefined;
  }

  /** Numbers and the like count as the text they are written as: `x-version: 1.0`. */
  text(part: Part, longest: number): string | null {
    const { tree, path } = part;
    if (tree.kind !== 'scalar' || tree.value === null) return this.refuse(part, say('plan.notAText', { what: nameOf(path) }));
    const { text } = tree as TreeScalar;
    return text.length > longest ? this.refuse(part, say('plan.textTooLong', { what: nameOf(path), limit: longest })) : text;
  }

  number(part: Part, { least, most, whole = false }: { least: number; most: number; whole?: boolean }): number | null {
    const value = part.tree.kind === 'scalar' ? part.tree.value : null;
    if (typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
    const params = { what: nameOf(part.path), least, most };
    return this.refuse(part, whole ? say('plan.notAWholeNumber', params) : say('plan.notANumber', params));
  }

  flag(part: Part): boolean | null {
    const value = part.tree.kind === 'scalar' ? part.tree.value : null;
    return typeof value === 'boolean' ? value : this.refuse(part, say('plan.notAFlag', { what: nameOf(part.path) }));
  }

  choice<C extends string>(part: Part, choices: readonly C[]): C | null {
    const value = part.tree.kind === 'scalar' ? part.tree.text : '';
    const choice = choices.find((one) => one === value);
    return choice ?? this.refuse(part, say('plan.notAChoice', { what: nameOf(part.path), choices: { list: [...choices], by: 'or' } }));
  }

  /** Of a value or a captured one. */
  valueName({ key, keyAt }: TreeEntry, path: PlanPath): string | null {
    if (VALUE_NAME.test(key)) return key;
    this.note(say('plan.badValueName', { name: quote(key) }), path, keyAt);
    return null;
  }
}

/** What a part is called in a sentence: its key, or that of the list it is in. */
export function nameOf(path: PlanPath): string {
  const keys = path.filter((step) => typeof step === 'string');
  return quote(keys[keys.length - 1] ?? 'plan');
}
