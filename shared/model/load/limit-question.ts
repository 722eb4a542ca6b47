/** What a rate has to hold, as people write it: `p99 < 200ms, errors <= 0%`, `checkout p95 < 0.3s`, `mean of 'search' <= 50ms`. */
import type { Milliseconds, Percent } from '../../base/units.ts';
import { type Said, say } from '../../words/said.ts';

/** `orEqual`: a figure that is equal to the bound is within it. `request`: the name of one request of a plan; null: all of them. */
export type LimitBound = { readonly orEqual: boolean; readonly request: string | null } & (
  | { readonly of: 'latency'; readonly percentile: number; readonly most: Milliseconds }
  | { readonly of: 'mean'; readonly most: Milliseconds }
  /** Requests without an expected response, of all. */
  | { readonly of: 'errors'; readonly most: Percent }
);

export interface LimitQuestion {
  readonly bounds: readonly [LimitBound, ...LimitBound[]];
}

export type ReadQuestion = { readonly ok: true; readonly question: LimitQuestion } | { readonly ok: false; readonly says: Said };

export const MOST_BOUNDS = 8;
const FIGURE = /^(?:p\d+(?:\.\d+)?|mean|errors)$/;
const AMOUNT = /^(\d+(?:\.\d+)?) *(us|ms|s|%)$/;
const IN_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

export function readQuestion(text: string): ReadQuestion {
  const bounds: LimitBound[] = [];
  // A comma in quotes is of a name.
  for (const part of text.split(/,(?=(?:[^'"]*(?:'[^']*'|"[^"]*"))*[^'"]*$)/)) {
    const bound = readBound(part.trim());
    if (bound === null) return { ok: false, says: say('limit.notBound', { text: part.trim().slice(0, 60) }) };
    bounds.push(bound);
  }
  if (bounds.length > MOST_BOUNDS) return { ok: false, says: say('limit.manyBounds', { most: MOST_BOUNDS }) };
  return { ok: true, question: { bounds: bounds as [LimitBound, ...LimitBound[]] } };
}

/** Null: it is none, or none that can be met. */
function readBound(text: string): LimitBound | null {
  const at = text.lastIndexOf('<');
  const orEqual = text[at + 1] === '=';
  const subject = readSubject(text.slice(0, Math.max(0, at)).trim());
  const [, typed, unit] = AMOUNT.exec(text.slice(at + (orEqual ? 2 : 1)).trim()) ?? [];
  if (subject === null || unit === undefined) return null;
  const { figure, request } = subject;
  const of = { orEqual, request };
  const most = Number(typed);
  if (figure === 'errors') return unit === '%' && most < 100 && (most > 0 || orEqual) ? { of: 'errors', most, ...of } : null;
  const scale = IN_MS[unit];
  if (scale === undefined || most === 0) return null;
  if (figure === 'mean') return { of: 'mean', most: most * scale, ...of };
  const percentile = Number(figure.slice(1));
  return percentile > 0 && percentile < 100 ? { of: 'latency', percentile, most: most * scale, ...of } : null;
}

/** `p95`, `checkout p95`, `p95 of 'checkout'`. Null: it is no figure. */
function readSubject(text: string): { readonly figure: string; readonly request: string | null } | null {
  const of = text.indexOf(' of ');
  const first = of === -1 ? text : text.slice(0, of).trim();
  if (FIGURE.test(first)) {
    if (of === -1) return { figure: first, request: null };
    const name = unquoted(text.slice(of + 4).trim());
    return name === null ? null : { figure: first, request: name };
  }
  const space = text.lastIndexOf(' ');
  const [name, last] = [text.slice(0, Math.max(0, space)).trim(), text.slice(space + 1)];
  return name !== '' && FIGURE.test(last) ? { figure: last, request: unquoted(name) ?? name } : null;
}

/** Null: it is in no quotes, or there is nothing in them. */
function unquoted(text: string): string | null {
  const isQuoted = text.length > 2 && (text[0] === "'" || text[0] === '"') && text.at(-1) === text[0];
  return isQuoted ? text.slice(1, -1) : null;
}

/** The same in one way. */
export function writeQuestion({ bounds }: LimitQuestion): string {
  return bounds.map(writeBound).join(', ');
}

export function writeBound(bound: LimitBound): string {
  const figure = bound.of === 'latency' ? `p${bound.percentile}` : bound.of;
  const name = bound.request === null ? '' : ` of ${bound.request.includes("'") ? `"${bound.request}"` : `'${bound.request}'`}`;
  return `${figure}${name} ${bound.orEqual ? '<=' : '<'} ${bound.most}${bound.of === 'errors' ? '%' : 'ms'}`;
}
