/**
 * A request plan: what the users of a load ask for. It is written in a file (`read-plan.ts`, `write-plan.ts`), taken from a curl command
 * (`curl.ts`) or from a browser (`har.ts`), and carried out user by user (`user.ts`).
 *
 * It is data of others: it never names a program, reads only files beside it, and another host than the target only by a URL that begins
 * with it, so that `originsOf` finds all of them. Whether load may go there is never said in a plan: it is typed for each run (`allowHost`).
 */
import type { Milliseconds } from '../../base/units.ts';
import type { PlanLoad } from '../load-models.ts';
import type { HTTP_METHODS } from '../setup/http-methods.ts';
import type { NameValue } from '../setup/setting.ts';

export type Method = (typeof HTTP_METHODS)[number];
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Scalar = null | boolean | number | string;

export interface Plan {
  /** `mix`: each request is drawn by its weight. `sequence`: each user goes through the list in order. */
  readonly order: 'mix' | 'sequence';
  readonly requests: readonly PlanRequest[];
  readonly values: readonly PlanValue[];
  /** Each user has a cookie jar of its own. */
  readonly cookies: boolean;
  /** False: a new connection for each request. */
  readonly keepAlive: boolean;
  /** Null: as the command line or the form says. */
  readonly load: PlanLoad | null;
  readonly warmupS: number | null;
  readonly timeoutS: number | null;
}

/** Texts may have placeholders (template.ts) in `url` behind the host, in values of headers, in bodies and in `contains`. */
export interface PlanRequest {
  /** Of all requests of the plan each has another. */
  readonly name: string;
  readonly method: Method;
  /** A path on the target, a whole http(s) URL, or one placeholder whose value is a path. */
  readonly url: string;
  readonly headers: readonly NameValue[];
  readonly body: PlanBody;
  /** Its share of a mix; 1 in a sequence. */
  readonly weight: number;
  /** How long the user waits after the response: always the same, or drawn evenly between two. */
  readonly thinkS: readonly [least: number, most: number];
  readonly expect: PlanExpect;
  readonly captures: readonly PlanCapture[];
}

export type PlanBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** A text in it that is nothing but a placeholder becomes the value with its type. */
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'form'; readonly fields: readonly NameValue[] }
  /** Relative to the folder of the plan, and in it. */
  | { readonly kind: 'file'; readonly file: string };

/** What a response has to be. */
export interface PlanExpect {
  /** Empty: 200 to 399. */
  readonly status: readonly number[];
  readonly contains: readonly string[];
  /** Patterns (pattern.ts). */
  readonly matches: readonly string[];
  readonly json: readonly { readonly path: string; readonly value: Scalar }[];
  readonly maxMs: Milliseconds | null;
}

/** A value taken from a response, for later requests of the same user. */
export interface PlanCapture {
  readonly name: string;
  /** `matches`: the first group of the pattern, or the whole match where it has none. */
  readonly from: 'json' | 'header' | 'matches';
  /** A JSON path, the name of a header, or a pattern. */
  readonly at: string;
}

/** A value that is drawn once for each user of a sequence, and once for each request of a mix. */
export interface PlanValue {
  readonly name: string;
  readonly source: ValueSource;
}

export type ValueSource =
  /** The next row of the file for each user; at its end again the first. Values of the same file come from the same row. */
  | { readonly kind: 'file'; readonly file: string; readonly column: string }
  /** The first number; each user has the next. */
  | { readonly kind: 'counter'; readonly first: number }
  /** A whole number, evenly, both ends included. */
  | { readonly kind: 'random'; readonly least: number; readonly most: number };

export const NO_BODY: PlanBody = { kind: 'none' };
export const NO_EXPECT: PlanExpect = { status: [], contains: [], matches: [], json: [], maxMs: null };
export const NO_THINK = [0, 0] as const;

export const EMPTY_PLAN: Plan = {
  order: 'mix',
  requests: [],
  values: [],
  cookies: true,
  keepAlive: true,
  load: null,
  warmupS: null,
  timeoutS: null,
};

/** With a body a request is a POST, unless it says otherwise, as with curl. */
export function defaultMethod(body: PlanBody): Method {
  return body.kind === 'none' ? 'GET' : 'POST';
}

/** What a request without a name is called, the `nth` (from 1) that would be called so: `GET /page`, `GET /page (2)`. */
function defaultName({ method, url }: Pick<PlanRequest, 'method' | 'url'>, nth: number): string {
  const name = `${method} ${url.replace(/[?#].*$/s, '')}`.slice(0, 80);
  return nth === 1 ? name : `${name} (${nth})`;
}

/** Those with an empty name get the default, so that each has another. */
export function withNames(requests: readonly PlanRequest[]): PlanRequest[] {
  const taken = new Set(requests.map(({ name }) => name));
  const nths = new Map<string, number>();
  return requests.map((request) => {
    if (request.name !== '') return request;
    const first = defaultName(request, 1);
    let nth = nths.get(first) ?? 0;
    do nth++;
    while (taken.has(defaultName(request, nth)));
    nths.set(first, nth);
    return { ...request, name: defaultName(request, nth) };
  });
}

/** The requests with an empty name where it is the default. */
export function withoutDefaultNames(requests: readonly PlanRequest[]): PlanRequest[] {
  const byDefault = withNames(requests.map((request) => (isDefaultName(request) ? { ...request, name: '' } : request)));
  return requests.map((request, at) =>
    isDefaultName(request) && byDefault[at]!.name === request.name ? { ...request, name: '' } : request,
  );
}

export function isDefaultName(request: Pick<PlanRequest, 'name' | 'method' | 'url'>): boolean {
  return request.name.startsWith(defaultName(request, 1)) && /^(?: \(\d+\))?$/.test(request.name.slice(defaultName(request, 1).length));
}
