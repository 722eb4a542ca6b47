/**
 * A recording of a browser (HAR) as a plan. A recording of one page names a dozen hosts, most of which nobody wants to load: `readHar` lists
 * them, and `planOfHar` keeps the requests of those that were chosen. Cookies and credentials in a recording are of somebody's session: they
 * are left out unless they are asked for.
 */

import type { Milliseconds } from '../base/units.ts';
import { isObject, type Json as JsonObject, parseJson } from '../foreign/read-json.ts';
import { orRefused, refuse } from '../foreign/refuse.ts';
import type { Outcome } from '../model/failure.ts';
import { LONGEST_BODY, LONGEST_HEADER, LONGEST_URL, MOST_HEADERS, MOST_REQUESTS } from '../model/load/limits.ts';
import {
  EMPTY_PLAN,
  type Method,
  NO_BODY,
  NO_EXPECT,
  NO_THINK,
  type Plan,
  type PlanBody,
  type PlanRequest,
  withNames,
} from '../model/load/plan.ts';
import { isExpectedStatus } from '../model/run.ts';
import { canBeSent } from '../model/setup/header-rules.ts';
import { HTTP_METHODS } from '../model/setup/http-methods.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { type Said, say } from '../words/said.ts';
import { onTarget, targetOf } from './request-target.ts';
import { literal } from './template.ts';

/** A recorded request that can be made again. */
export interface HarEntry {
  readonly method: Method;
  readonly url: string;
  readonly origin: string;
  readonly headers: readonly NameValue[];
  readonly body: PlanBody;
  readonly status: number;
  /** Since 1970; NaN: not said. */
  readonly startedMs: Milliseconds;
  readonly tookMs: Milliseconds;
}

export interface Har {
  readonly entries: readonly HarEntry[];
  /** Those with the most requests first. */
  readonly hosts: readonly { readonly origin: string; readonly requests: number }[];
  /** Entries that are no request of HTTP with a response: cancelled, from an extension, a WebSocket. */
  readonly leftOut: number;
}

/** What is told of a recording before anything of it is chosen. */
export type HarHosts = Pick<Har, 'hosts' | 'leftOut'>;

export interface HarChoice {
  /** Of `Har.hosts`. */
  readonly origins: readonly string[];
  /** These requests go to the target of the run instead. */
  readonly toTarget: boolean;
  readonly order: Plan['order'];
  /** Each user waits between requests as long as the one who was recorded. */
  readonly think: boolean;
  /** Cookie and Authorization as they were recorded. */
  readonly credentials: boolean;
}

const MAX_NESTING = 100;
/** More than a browser records in a day. */
const MOST_ENTRIES = 100_000;

/** `name`: of the file, for the sentences. */
export function readHar(text: string, name: string): Outcome<Har> {
  return orRefused(() => readLog(text, name));
}

function readLog(text: string, name: string): Har {
  const whole = parseJson(text.replace(/^\ufeff/, ''), name, MAX_NESTING);
  const log = isObject(whole) ? whole.log : null;
  const list = isObject(log) ? log.entries : null;
  if (!Array.isArray(list)) return refuse('damaged', say('har.noEntries', { name }));
  if (list.length > MOST_ENTRIES) return refuse('too-large', say('har.tooMany', { name, limit: MOST_ENTRIES }));
  const entries = list.map(readEntry).filter((entry) => entry !== null);
  if (entries.length === 0) return refuse('damaged', say('har.empty', { name }));
  const counts = new Map<string, number>();
  for (const { origin } of entries) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  const hosts = [...counts].map(([origin, requests]) => ({ origin, requests }));
  hosts.sort((a, b) => b.requests - a.requests || (a.origin < b.origin ? -1 : 1));
  return { entries, hosts, leftOut: list.length - entries.length };
}

/* ---- entries ---- */

function readEntry(entry: unknown): HarEntry | null {
  if (!isObject(entry) || !isObject(entry.request) || !isObject(entry.response)) return null;
  const { method, url: written } = entry.request;
  const { status } = entry.response;
  if (typeof written !== 'string' || written.length > LONGEST_URL || typeof status !== 'number' || !(status >= 100 && status <= 599))
    return null;
  const url = written.trim();
  const known = HTTP_METHODS.find((one) => one === method);
  const origin = targetOf(literal(url))?.origin ?? null;
  if (known === undefined || origin === null) return null;
  const body = bodyOf(entry.request.postData);
  if (body === null) return null;
  return {
    method: known,
    url,
    origin,
    headers: headersOf(entry.request.headers),
    body,
    status: Math.floor(status),
    startedMs: typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : Number.NaN,
    tookMs: typeof entry.time === 'number' && entry.time > 0 ? entry.time : 0,
  };
}

/** Of the connection it was recorded on, or written by whoever sends. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'te', 'trailer', 'http2-settings'],
  ...['proxy-connection', 'proxy-authorization'],
]);

/** Names that begin with a colon are those of HTTP/2, for what HTTP/1.1 says otherwise. */
function headersOf(list: unknown): NameValue[] {
  if (!Array.isArray(list)) return [];
  const pairs = list.slice(0, MOST_HEADERS).flatMap((one) => pairOf(one) ?? []);
  return pairs.filter(
    (header) => header.value.length <= LONGEST_HEADER && canBeSent(header) && !OF_CONNECTION.has(header.name.toLowerCase()),
  );
}

function pairOf(one: unknown): NameValue | null {
  if (!isObject(one) || typeof one.name !== 'string' || typeof one.value !== 'string') return null;
  return { name: one.name, value: one.value };
}

/** Null: there was one that is not in the recording, or is too long. */
function bodyOf(data: unknown): PlanBody | null {
  if (!isObject(data)) return NO_BODY;
  const text = typeof data.text === 'string' && data.text !== '' ? data.text : null;
  if (text !== null) return text.length > LONGEST_BODY ? null : { kind: 'text', text: literal(text) };
  return Array.isArray(data.params) && data.params.length > 0 ? formOf(data) : NO_BODY;
}

function formOf({ params, mimeType }: JsonObject): PlanBody | null {
  const fields = (params as readonly unknown[]).map(pairOf);
  const isForm = typeof mimeType === 'string' && mimeType.startsWith('application/x-www-form-urlencoded');
  if (!isForm || fields.some((one) => one === null)) return null;
  return { kind: 'form', fields: fields.map((one) => ({ name: one!.name, value: literal(one!.value) })) };
}

/* ---- the plan ---- */

/** Shorter than that, the browser was waiting for something else. */
const LEAST_THINK: Milliseconds = 100;
/** Longer than that, somebody had left the desk. */
const MOST_THINK: Milliseconds = 60_000;

const SECRET: ReadonlySet<string> = new Set(['cookie', 'authorization']);

/** `notes`: what is not as it was recorded. */
export function planOfHar(har: Har, choice: HarChoice): { readonly plan: Plan; readonly notes: readonly Said[] } {
  const origins = new Set(choice.origins);
  const chosen = har.entries.filter(({ origin }) => origins.has(origin));
  const merged = choice.order === 'mix' ? mergeSame(chosen) : chosen.map((entry) => ({ entry, weight: 1 }));
  const kept = merged.slice(0, MOST_REQUESTS);
  const secrets = kept.reduce((sum, { entry }) => sum + entry.headers.filter(isSecret).length, 0);
  const requests = kept.map(({ entry, weight }, at) => requestOf(entry, weight, kept[at + 1]?.entry, choice, origins));
  const notes: Said[] = [];
  if (har.leftOut > 0) notes.push(say('har.leftOut', { count: har.leftOut }));
  if (kept.length < merged.length) notes.push(say('har.cut', { kept: kept.length, all: merged.length }));
  if (!choice.credentials && secrets > 0) notes.push(say('har.noCredentials', { count: secrets }));
  return { plan: { ...EMPTY_PLAN, order: choice.order, requests: withNames(requests) }, notes };
}

function isSecret({ name }: NameValue): boolean {
  return SECRET.has(name.toLowerCase());
}

function mergeSame(entries: readonly HarEntry[]): { entry: HarEntry; weight: number }[] {
  const same = new Map<string, { entry: HarEntry; weight: number }>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.method, entry.url, entry.body]);
    const one = same.get(key);
    if (one === undefined) same.set(key, { entry, weight: 1 });
    else one.weight++;
  }
  return [...same.values()];
}

function requestOf(
  entry: HarEntry,
  weight: number,
  next: HarEntry | undefined,
  { credentials, think, order, toTarget }: HarChoice,
  origins: ReadonlySet<string>,
): PlanRequest {
  const headers = entry.headers.filter((header) => credentials || !isSecret(header));
  return {
    name: '',
    method: entry.method,
    url: literal(toTarget ? onTarget(entry.url, origins) : entry.url),
    headers: headers.map(({ name, value }) => ({ name, value: literal(value) })),
    body: entry.body,
    weight,
    thinkS: think && order === 'sequence' ? thinkBetween(entry, next) : NO_THINK,
    // A recorded 404 is what the page gets, and no failure.
    expect: isExpectedStatus(entry.status) ? NO_EXPECT : { ...NO_EXPECT, status: [entry.status] },
    captures: [],
  };
}

function thinkBetween(entry: HarEntry, next: HarEntry | undefined): PlanRequest['thinkS'] {
  const gap = (next?.startedMs ?? Number.NaN) - entry.startedMs - entry.tookMs;
  if (!(gap >= LEAST_THINK)) return NO_THINK;
  const seconds = Math.round(Math.min(gap, MOST_THINK) / 100) / 10;
  return [seconds, seconds];
}
