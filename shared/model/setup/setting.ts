/**
 * What a setting can be, and how the table of all settings (settings.ts) is put together. From the table follow the types of a set-up, its
 * schema, defaults, flags, differences, the command that is shown, and what of it is secret.
 */
import type { Said } from '../../words/said.ts';

export interface NameValue {
  name: string;
  value: string;
}

/** A flag of the commands that record. */
export interface Flag {
  /** As the command line lists it: `-c, --connections <n>`. `--no-x` is the flag of a switch that is on. */
  readonly names: string;
  /** Of a switch: the flag that says it is as by default, so that a command means the same where the default is another. */
  readonly opposite?: string;
  /** Written in the command that is shown even when it is the default: the reader's first question. */
  readonly always?: true;
}

/** A flag that `compare` has for each variant: `--url-a`, `--url-b`. */
export interface VariantFlag {
  readonly names: string;
}

interface Common {
  /** What it is called in differences and catalogues; left out: the last part of its path. */
  readonly key?: string;
  readonly flag?: Flag;
  readonly ofVariant?: VariantFlag;
  /** What most runs differ in: listed first. */
  readonly often?: true;
  /** It affects the response times of a server. */
  readonly affectsSpeed?: true;
}

export interface TextSetting extends Common {
  readonly is: 'text';
  /** From which follows how it is read, and what of it is stored: `content` never is. */
  readonly holds:
    | 'path'
    | 'url'
    | 'server'
    | 'command'
    | 'pid'
    | 'host'
    | 'content'
    | 'schedule'
    | 'levels'
    | 'question'
    | 'plan'
    | 'group'
    | 'topology';
  readonly min: 0 | 1;
  readonly max: number;
  /** Null: not set, which the setting may then be. */
  readonly default: string | null;
  /** As of a number. */
  readonly addedLater?: true;
  /**
   * It names what is measured: the first argument of the commands that record, when that looks like this. `otherwise`: like no other
   * kind; `flag`: only its flag does.
   */
  readonly subject?: RegExp | 'otherwise' | 'flag';
  /** Why it cannot be this text; null: it can. */
  readonly refuse?: (text: string) => Refusal | null;
}

export interface NumberSetting extends Common {
  readonly is: 'number';
  readonly whole: boolean;
  /** Of what the number is; null: a count. */
  readonly unit: 's' | 'µs' | 'bytes' | null;
  /** What a form begins with, where that is not the default. */
  readonly proposed?: number;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** Set-ups stored before it existed lack it: they had its default, or `before`. */
  readonly addedLater?: true;
  readonly before?: number;
}

export interface ChoiceSetting extends Common {
  readonly is: 'choice';
  readonly of: readonly [string, ...string[]];
  readonly default: string;
}

export interface SwitchSetting extends Common {
  readonly is: 'switch';
  readonly default: boolean;
  /** As of a number. */
  readonly addedLater?: true;
  readonly before?: boolean;
}

/** Arguments of a program. */
export interface WordsSetting extends Common {
  readonly is: 'words';
  readonly most: number;
  readonly longest: number;
  /** Set-ups stored before it existed lack it: they had none. */
  readonly addedLater?: true;
  /** Why a run cannot have these; null: it can. */
  readonly refuse?: (words: readonly string[]) => Refusal | null;
}

export interface Refusal {
  readonly says: Said;
  readonly hint: Said;
}

/** A text of many lines that has a form of its own. */
export type DocumentKind = Extract<TextSetting['holds'], 'plan' | 'group'>;

/** Null: the setting is none. */
export function documentIn(setting: Setting): DocumentKind | null {
  return setting.is === 'text' && (setting.holds === 'plan' || setting.holds === 'group') ? setting.holds : null;
}

/** What a set-up asks for and cannot have. */
export interface SetupLimit extends Refusal {
  /** Path of the setting that asks. */
  readonly field: string;
}

/** Names with their values. */
export interface PairsSetting extends Common {
  readonly is: 'pairs';
  readonly holds: 'variables' | 'headers';
  /** What one of them is called in differences. */
  readonly one: string;
  readonly most: number;
}

/** Header names are the same in any case, variables are not. */
export function nameKey({ holds }: PairsSetting, name: string): string {
  return holds === 'headers' ? name.toLowerCase() : name;
}

/** Those whose names the others do not have. */
export function withoutNamesOf<P extends { readonly name: string }>(
  setting: PairsSetting,
  pairs: readonly P[],
  others: readonly { readonly name: string }[],
): P[] {
  const names = new Set(others.map(({ name }) => nameKey(setting, name)));
  return pairs.filter(({ name }) => !names.has(nameKey(setting, name)));
}

export type Setting = TextSetting | NumberSetting | ChoiceSetting | SwitchSetting | WordsSetting | PairsSetting;

/** One of several shapes, told apart by a word at `tag`. */
export interface Union {
  readonly is: 'union';
  readonly tag: string;
  readonly members: Readonly<Record<string, Fields>>;
  readonly default: string;
  /** Words that mean a member with a switch of it on. */
  readonly combined?: Readonly<Record<string, { readonly member: string; readonly with: string }>>;
  /** What the word is called, as `key` of a setting. */
  readonly key: string;
  /** The settings of a member say themselves that it was chosen, so that the word is not a separate difference. */
  readonly implied?: true;
  /** Of the word itself; without one the flags of a member choose it. */
  readonly flag?: Flag;
  readonly ofVariant?: VariantFlag;
  readonly affectsSpeed?: true;
}

/** A list of exactly one. */
export interface ListOfOne {
  readonly is: 'list';
  readonly item: Fields;
}

export type Node = Setting | Union | ListOfOne;
export type Fields = Readonly<{ [name: string]: Node }>;

export type ValueOf<N> = N extends { is: 'text'; default: infer D }
  ? D extends null
    ? string | null
    : string
  : N extends { is: 'number' }
    ? number
    : N extends { is: 'switch' }
      ? boolean
      : N extends { is: 'choice'; of: readonly (infer C)[] }
        ? C
        : N extends { is: 'words' }
          ? string[]
          : N extends { is: 'pairs' }
            ? NameValue[]
            : N extends { is: 'list'; item: infer I }
              ? [FieldsOf<I>]
              : N extends { is: 'union'; tag: infer T extends string; members: infer M }
                ? { [K in keyof M]: { [P in keyof M[K] | T]: P extends keyof M[K] ? ValueOf<M[K][P]> : K } }[keyof M]
                : never;

/** What a node has by default: of a union, its default member. */
type DefaultOf<N> = N extends { is: 'union'; tag: infer T extends string; members: infer M; default: infer D extends PropertyKey }
  ? { [P in keyof M[D & keyof M] | T]: P extends keyof M[D & keyof M] ? ValueOf<M[D & keyof M][P]> : D }
  : ValueOf<N>;
export type DefaultsOf<F> = { -readonly [K in keyof F]: DefaultOf<F[K]> };

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** Settings by their keys, and the words of unions by theirs, as a form has them: texts that may be wrong, numbers that may be missing. */
export type FormOf<F> = keyof F extends never ? Record<never, never> : Intersection<{ [K in keyof F]: FormPart<F[K], K> }[keyof F]>;

type FormPart<N, K> = N extends { is: 'list'; item: infer I }
  ? FormOf<I>
  : N extends { is: 'union'; key: infer W extends string; members: infer M }
    ? { readonly [P in W]: keyof M } & Intersection<{ [P in keyof M]: FormOf<M[P]> }[keyof M]>
    : { readonly [P in N extends { key: infer W extends string } ? W : K & string]: FormValue<N> };

type FormValue<N> = N extends { is: 'number' }
  ? number
  : N extends { is: 'switch' }
    ? boolean
    : N extends { is: 'pairs' }
      ? readonly NameValue[]
      : N extends { is: 'choice' }
        ? ValueOf<N>
        : string;

export type FieldsOf<F> = { -readonly [K in keyof F]: ValueOf<F[K]> };
