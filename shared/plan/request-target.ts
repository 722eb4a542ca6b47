/**
 * Where a request of a plan goes. The host is always written out in the plan, before any placeholder, so that all hosts are known before the
 * first request; what a server or a file of values adds can only change path and query.
 */
import type { Plan } from '../model/load/plan.ts';
import { onlyName, parseTemplate, type Template, type Value } from './template.ts';

export interface RequestTarget {
  /** `https://api.example:8443`; null: the target of the run. */
  readonly origin: string | null;
  /** Path and query. */
  readonly path: Template;
  /** The whole URL is the value of this name, which has to be a path (`isPathValue`). */
  readonly pathName: string | null;
}

/** Scheme, host (a name, IPv4, or IPv6 in brackets), port. No user, no other alphabet, no backslash: all of that reads differently elsewhere. */
const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_.])?)(?::(\d{1,5}))?(?=[/?#]|$)/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/** Null: not a path, and not an http(s) URL whose host is written out. */
export function targetOf(url: string): RequestTarget | null {
  const template = parseTemplate(url);
  const pathName = onlyName(template);
  if (pathName !== null) return { origin: null, path: template, pathName };
  const match = ORIGIN.exec(url);
  if (match === null) return url.startsWith('/') && !url.startsWith('//') ? { origin: null, path: pathOf(url), pathName: null } : null;
  const [whole, scheme, host, port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return { origin: originText(scheme!, host!, port), path: pathOf(url.slice(whole.length)), pathName: null };
}

function originText(scheme: string, host: string, port: string | undefined): string {
  const isDefault = port === undefined || Number(port) === (scheme.toLowerCase() === 'https' ? 443 : 80);
  return `${scheme}://${host}${isDefault ? '' : `:${Number(port)}`}`.toLowerCase();
}

/** Whether a text that is no valid URL of a plan names a host in some way. */
export function namesHost(url: string): boolean {
  return SCHEME.test(url);
}

/** Without the fragment, which is never sent. */
function pathOf(rest: string): Template {
  const sent = rest.replace(/#.*$/s, '');
  const { texts, names } = parseTemplate(sent.startsWith('/') ? sent : `/${sent}`);
  return { texts: texts.map(encodeText), names };
}

/**
 * What may stand in a request line, and in a URL as people paste it, stays; the rest is encoded as browsers do it. Single braces are sent by curl
 * and, in a query, by browsers; two of them are a placeholder to other load tools.
 */
const NOT_SENT = /(?:[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z{|}~]|\{{2,}|\}{2,})+/gu;

function encodeText(text: string): string {
  return text.replace(NOT_SENT, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
}

/** What of a URL without placeholders is not sent as it stands. */
export function encodedIn(url: string): string {
  const path = url.replace(ORIGIN, '').replace(/#.*$/s, '');
  return (parseTemplate(path).texts.join('').match(NOT_SENT) ?? []).join('');
}

/** A value within a path or query: its slashes, question marks and ampersands are part of the value. */
export function encodeValue(value: Value): string {
  return encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\ufffd')).replace(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** As forms are sent: a space is a plus. */
export function encodeField(value: Value): string {
  return encodeValue(value).replaceAll('%20', '+');
}

/** Whether the value may be a whole URL: a path on the same host, such as a link taken from a response. */
export function isPathValue(value: string): boolean {
  return /^\/(?![/\\])/.test(value);
}

export function encodePathValue(value: Value): string {
  return encodeText(String(value).replace(/#.*$/s, ''));
}

/** Every host that a plan names, besides the target. */
export function originsOf({ requests }: Pick<Plan, 'requests'>): string[] {
  const origins = requests.map(({ url }) => targetOf(url)?.origin ?? null).filter((origin) => origin !== null);
  return [...new Set(origins)].sort();
}

/** The same URL on the target of the run, if it is on one of these hosts. For URLs of other programs, which have no placeholders. */
export function onTarget(url: string, origins: ReadonlySet<string>): string {
  const origin = ORIGIN.exec(url);
  const target = targetOf(url);
  if (origin === null || target?.origin == null || !origins.has(target.origin)) return url;
  const rest = url.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
