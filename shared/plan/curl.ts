/**
 * The requests of a pasted curl command, or of several: as documentation writes them, and as browsers copy them (Chrome, Edge, Firefox and
 * Safari, for bash and for cmd; "copy all" as well). Patterns in URLs are the requests that they stand for. What curl would do besides asking (write files, print, retry) is left out without a word,
 * and what would make another request (a proxy, a file read by name) is said.
 */

import { LONGEST_BODY, MOST_REQUESTS } from '../model/load/limits.ts';
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
import { canBeSent } from '../model/setup/header-rules.ts';
import { HTTP_METHODS } from '../model/setup/http-methods.ts';
import type { NameValue } from '../model/setup/setting.ts';
import { type Said, say } from '../words/said.ts';
import { toBase64 } from './base64.ts';
import { isBeside } from './check-plan.ts';
import { globUrl, withoutDots } from './curl-url.ts';
import { quote } from './quote.ts';
import { encodeField, onTarget, targetOf } from './request-target.ts';
import { type ShellCommand, splitShellLine } from './shell-line.ts';
import { literal } from './template.ts';

export type ReadCurl =
  /** `notes`: what will not be as with curl. */
  | { readonly ok: true; readonly requests: readonly PlanRequest[]; readonly notes: readonly Said[] }
  | { readonly ok: false; readonly says: Said };

/** One request is made again and again, several in their order. Those on `origins` go to the target of the run instead. */
export function planOfCurl(requests: readonly PlanRequest[], origins: ReadonlySet<string>): Plan {
  const moved = requests.map((request) => ({ ...request, name: '', url: onTarget(request.url, origins) }));
  return { ...EMPTY_PLAN, order: requests.length > 1 ? 'sequence' : 'mix', requests: withNames(moved) };
}

const LONGEST_COMMAND = 4_000_000;

export function readCurl(text: string): ReadCurl {
  if (text.length > LONGEST_COMMAND) return { ok: false, says: say('curl.tooLong', { limit: LONGEST_COMMAND }) };
  const { commands, problem } = splitShellLine(text.trim());
  if (problem !== null) {
    const params = { text: quote(problem.text) };
    return { ok: false, says: problem.kind === 'expansion' ? say('curl.expansion', params) : say('curl.openQuote', params) };
  }
  if (commands.length === 0) return { ok: false, says: say('curl.empty') };
  if (commands.length > MOST_REQUESTS) return { ok: false, says: say('curl.tooMany', { limit: MOST_REQUESTS }) };
  const read = commands.map(readCommand);
  const failed = read.find((one) => !one.ok);
  if (failed !== undefined) return failed;
  const all = read.flatMap((one) => (one.ok ? [one] : []));
  return { ok: true, requests: withNames(all.flatMap(({ requests }) => requests)), notes: distinct(all.flatMap(({ notes }) => notes)) };
}

function distinct(notes: readonly Said[]): Said[] {
  return [...new Map(notes.map((one) => [JSON.stringify(one), one])).values()];
}

/* ---- options ---- */

/** Options with a value, by all their names. */
const WITH_VALUE = {
  'request -X': 'method',
  'header -H': 'header',
  'data -d': 'data',
  'data-ascii': 'data',
  'data-raw': 'raw',
  'data-binary': 'binary',
  'data-urlencode': 'encoded',
  json: 'json',
  'form -F': 'form',
  'form-string': 'formText',
  'user -u': 'user',
  'cookie -b': 'cookie',
  'user-agent -A': 'agent',
  'referer -e': 'referer',
  'oauth2-bearer': 'bearer',
  url: 'url',
  'range -r': 'range',
  'upload-file -T': 'file',
  'config -K': 'file',
  'proxy -x': 'proxy',
  socks5: 'proxy',
  'unix-socket': 'proxy',
  resolve: 'proxy',
  'connect-to': 'proxy',
} as const;

/** Options with a value that say nothing of the request. */
const VALUE_IGNORED =
  `output -o,output-dir,dump-header -D,cookie-jar -c,write-out -w,stderr,trace,trace-ascii,max-time -m,connect-timeout,retry,
  retry-delay,retry-max-time,limit-rate,speed-limit -Y,speed-time -y,max-redirs,cacert,capath,ciphers,tls-max,tls13-ciphers,interface,
  keepalive-time,max-filesize,proto,rate,parallel-max,local-port,dns-servers,noproxy`.split(/,\s*/);

const SWITCHES = {
  'get -G': 'get',
  'head -I': 'head',
  compressed: 'compressed',
  'location -L': 'location',
  'location-trusted': 'location',
  'next -:': 'next',
  'globoff -g': 'globoff',
  'path-as-is': 'asIs',
  http2: 'http2',
  'http2-prior-knowledge': 'http2',
  http3: 'http2',
} as const;

const SWITCH_IGNORED = `silent -s,show-error -S,verbose -v,include -i,show-headers,insecure -k,fail -f,fail-with-body,remote-name -O,
  remote-header-name -J,progress-bar -#,no-progress-meter,no-buffer -N,http1.1,http1.0 -0,ipv4 -4,ipv6 -6,tcp-nodelay,keepalive,no-keepalive,
  create-dirs,tlsv1,tlsv1.2,tlsv1.3,ssl-reqd,parallel -Z,no-sessionid,basic,styled-output,disable -q,raw,tr-encoding,post301,post302,
  post303,no-alpn,no-npn,crlf,fail-early,remove-on-error`.split(/,\s*/);

type Kind = (typeof WITH_VALUE)[keyof typeof WITH_VALUE] | (typeof SWITCHES)[keyof typeof SWITCHES] | 'ignored';
interface OptionKind {
  readonly kind: Kind;
  readonly hasValue: boolean;
}

/** By `--name` and `-n`. */
const OPTIONS: ReadonlyMap<string, OptionKind> = new Map([
  ...Object.entries(WITH_VALUE).flatMap(([names, kind]) => optionsOf(names, kind, true)),
  ...VALUE_IGNORED.flatMap((names) => optionsOf(names, 'ignored', true)),
  ...Object.entries(SWITCHES).flatMap(([names, kind]) => optionsOf(names, kind, false)),
  ...SWITCH_IGNORED.flatMap((names) => optionsOf(names, 'ignored', false)),
]);

function optionsOf(names: string, kind: Kind, hasValue: boolean): [string, OptionKind][] {
  return names.split(' ').map((name) => [name.startsWith('-') ? name : `--${name}`, { kind, hasValue }]);
}

interface Option {
  readonly kind: Kind | 'argument';
  readonly name: string;
  readonly value: string;
}

/** `-sXPOST`: letters in one word, of which the first that takes a value has the rest of it, or the next word. */
function* optionsIn(
  words: readonly string[],
): Generator<Option | { readonly kind: 'unknown' | 'incomplete'; readonly name: string; readonly value: '' }> {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const names =
      word.startsWith('--') || word === '-' || !word.startsWith('-') ? [word] : Array.from(word.slice(1), (letter) => `-${letter}`);
    for (const [nth, name] of names.entries()) {
      if (!name.startsWith('-') || name === '-') {
        yield { kind: 'argument', name, value: name };
        continue;
      }
      const option = OPTIONS.get(name);
      if (option === undefined) {
        yield { kind: 'unknown', name, value: '' };
        break;
      }
      const rest = word.slice(nth + 2);
      if (!option.hasValue) {
        yield { kind: option.kind, name, value: '' };
      } else if (!word.startsWith('--') && rest !== '') {
        yield { kind: option.kind, name, value: rest };
        break;
      } else {
        at++;
        yield at < words.length ? { kind: option.kind, name, value: words[at]! } : { kind: 'incomplete', name, value: '' };
        break;
      }
    }
  }
}

/* ---- one command ---- */

function readCommand({ words }: ShellCommand): ReadCurl {
  const [program = '', ...rest] = words;
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) return { ok: false, says: say('curl.notCurl', { word: quote(program) }) };
  let request = new CurlRequest();
  const requests = [request];
  for (const option of optionsIn(rest)) {
    if (option.kind === 'unknown') return { ok: false, says: say('curl.unknownOption', { name: quote(option.name) }) };
    if (option.kind === 'incomplete') return { ok: false, says: say('curl.noValue', { name: option.name }) };
    if (option.kind === 'next') {
      request = new CurlRequest();
      requests.push(request);
    } else {
      const problem = request.take(option as Option);
      if (problem !== null) return { ok: false, says: problem };
    }
  }
  const made = requests.map((one) => one.make());
  const failed = made.find((one) => !one.ok);
  if (failed !== undefined) return failed;
  return { ok: true, requests: made.flatMap((one) => (one.ok ? one.requests : [])), notes: requests.flatMap(({ notes }) => notes) };
}

/** Written by whoever sends: the sender knows them better than who copied them. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'host']);

class CurlRequest {
  readonly notes: Said[] = [];
  readonly #urls: string[] = [];
  /** Given by -H, which counts before what other options make. */
  readonly #headers: NameValue[] = [];
  readonly #made: NameValue[] = [];
  readonly #data: string[] = [];
  readonly #cookies: string[] = [];
  readonly #form: { readonly name: string; readonly value: string; readonly type: string }[] = [];
  #file: string | null = null;
  #method: string | null = null;
  #isGet = false;
  #isHead = false;
  #isGlob = true;
  #isAsIs = false;
  /** Of what the sender writes itself, and writes otherwise. */
  #chunked: string | null = null;
  #host: string | null = null;
  #isJson = false;
  #boundary = '';

  /** Null: understood. */
  take({ kind, name, value }: Option): Said | null {
    switch (kind) {
      case 'argument':
      case 'url':
        this.#urls.push(value.trim());
        return null;
      case 'method':
        this.#method = value;
        return null;
      case 'header':
        return this.#header(value);
      case 'data':
      case 'binary':
        return this.#dataOrFile(kind, value);
      case 'raw':
        this.#data.push(value);
        return null;
      case 'encoded':
        return this.#encoded(value);
      case 'json':
        this.#isJson = true;
        return this.#dataOrFile('binary', value);
      case 'form':
      case 'formText':
        return this.#formField(value, kind === 'form');
      case 'user':
        this.#add('Authorization', `Basic ${toBase64(value.includes(':') ? value : `${value}:`)}`);
        return null;
      case 'bearer':
        this.#add('Authorization', `Bearer ${value}`);
        return null;
      case 'cookie':
        if (!value.includes('=')) return say('curl.readsFile', { name, file: quote(value) });
        this.#cookies.push(value);
        return null;
      case 'agent':
        this.#add('User-Agent', value);
        return null;
      case 'referer':
        this.#add('Referer', value.replace(/;auto$/, ''));
        return null;
      case 'range':
        this.#add('Range', `bytes=${value}`);
        return null;
      case 'compressed':
        this.#add('Accept-Encoding', 'gzip, deflate, br');
        return null;
      case 'get':
        this.#isGet = true;
        return null;
      case 'head':
        this.#isHead = true;
        return null;
      case 'globoff':
        this.#isGlob = false;
        return null;
      case 'asIs':
        this.#isAsIs = true;
        return null;
      case 'location':
        this.notes.push(say('curl.noRedirects'));
        return null;
      case 'http2':
        this.notes.push(say('curl.http1'));
        return null;
      case 'file':
        return say('curl.readsFile', { name, file: quote(value) });
      case 'proxy':
        return say('curl.goesElsewhere', { name });
      default:
        return null;
    }
  }

  make(): ReadCurl {
    if (this.#urls.length === 0) return { ok: false, says: say('curl.noUrl') };
    if (this.#data.length > 0 && this.#file !== null) return { ok: false, says: say('curl.dataAndFile') };
    if (this.#chunked !== null) return { ok: false, says: say('curl.chunked', { header: quote(this.#chunked) }) };
    const body = this.#body();
    if (body.kind === 'text' && body.text.length > LONGEST_BODY) return { ok: false, says: say('curl.longBody', { limit: LONGEST_BODY }) };
    const method = this.#methodFor(body);
    if (!isMethod(method))
      return { ok: false, says: say('curl.badMethod', { method: quote(method), methods: { list: [...HTTP_METHODS], by: 'or' } }) };
    const urls = this.#expanded();
    if ('says' in urls) return { ok: false, says: urls.says };
    const bad = urls.list.find((one) => targetOf(literal(this.#whole(one))) === null);
    if (bad !== undefined) return { ok: false, says: say('curl.badUrl', { url: quote(bad) }) };
    const sent = this.#allHeaders(body);
    const unsent = sent.find((header) => !canBeSent(header));
    if (unsent !== undefined) return { ok: false, says: say('plan.badHeader', { name: quote(unsent.name) }) };
    const headers = sent.map(({ name, value }) => ({ name, value: literal(value) }));
    const base = { name: '', method, headers, body, weight: 1, thinkS: NO_THINK, expect: NO_EXPECT, captures: [] };
    const whole = urls.list.map((one) => this.#whole(one));
    const host = this.#host;
    if (host !== null && whole.some((one) => hostOf(one) !== host.toLowerCase()))
      this.notes.push(say('curl.otherHost', { host: quote(host) }));
    return { ok: true, requests: whole.map((url) => ({ ...base, url: literal(url) })), notes: this.notes };
  }

  /** The URLs that its patterns stand for. */
  #expanded(): { readonly list: readonly string[] } | { readonly says: Said } {
    if (!this.#isGlob) return { list: this.#urls };
    const list: string[] = [];
    for (const url of this.#urls) {
      const globbed = globUrl(url, MOST_REQUESTS);
      if (!globbed.ok && globbed.problem === 'pattern') return { says: say('curl.badPattern', { text: quote(globbed.text) }) };
      if (!globbed.ok || list.length + globbed.urls.length > MOST_REQUESTS)
        return { says: say('curl.manyUrls', { text: quote(globbed.ok ? url : globbed.text), limit: MOST_REQUESTS }) };
      list.push(...globbed.urls);
    }
    return { list };
  }

  /** An empty one (`-H 'Accept:'`) takes away what curl would send by itself. */
  #header(line: string): Said | null {
    if (line.startsWith('@')) return say('curl.readsFile', { name: '-H', file: quote(line.slice(1)) });
    const [, before, colon, after] = /^([^:;]*)([:;])?([\s\S]*)$/.exec(line)!;
    const [name, value] = [before!.trim(), after!.trim()];
    // HTTP/2's own (`:authority`) come with recordings; curl does not send them either.
    if (name.toLowerCase() === 'transfer-encoding' && value !== '') this.#chunked = `${name}: ${value}`;
    if (name.toLowerCase() === 'host' && value !== '') this.#host = value;
    if (name === '' || colon === undefined || OWN_HEADERS.has(name.toLowerCase())) return null;
    if (value !== '' || colon === ';') this.#headers.push({ name, value });
    return null;
  }

  #add(name: string, value: string): void {
    this.#made.push({ name, value });
  }

  #dataOrFile(kind: 'data' | 'binary', value: string): Said | null {
    if (!value.startsWith('@')) {
      this.#data.push(value);
      return null;
    }
    const file = value.slice(1).replace(/^\.\//, '');
    if (this.#file !== null || file === '-' || !isBeside(file)) return say('curl.readsFile', { name: '-d', file: quote(file) });
    if (kind === 'data') this.notes.push(say('curl.lineEnds', { file: quote(file) }));
    this.#file = file;
    return null;
  }

  /** `content`, `=content`, `name=content`; `@file` and `name@file` read one. */
  #encoded(value: string): Said | null {
    const [, name, sign, content] = /^([^=@]*)([=@])?([\s\S]*)$/.exec(value)!;
    if (sign === '@') return say('curl.readsFile', { name: '--data-urlencode', file: quote(content!) });
    const text = sign === undefined ? name! : content!;
    this.#data.push(`${sign === '=' && name !== '' ? `${name}=` : ''}${encodeField(text)}`);
    return null;
  }

  #formField(field: string, mayRead: boolean): Said | null {
    const equals = field.indexOf('=');
    if (equals < 1) return say('curl.badField', { field: quote(field) });
    const value = field.slice(equals + 1);
    if (mayRead && /^[@<]/.test(value)) return say('curl.readsFile', { name: '-F', file: quote(value.slice(1)) });
    const [, text, type = ''] = mayRead ? /^([\s\S]*?)(?:;type=([^;]*))?(?:;(?:filename|encoder)=[^;]*)*$/.exec(value)! : [value, value];
    this.#form.push({ name: field.slice(0, equals), value: text!, type });
    return null;
  }

  #methodFor(body: PlanBody): string {
    if (this.#method !== null) return this.#method.toUpperCase();
    if (this.#isHead) return 'HEAD';
    return body.kind === 'none' ? 'GET' : 'POST';
  }

  #body(): PlanBody {
    if (this.#form.length > 0) return { kind: 'text', text: literal(this.#multipart()) };
    if (this.#file !== null) return { kind: 'file', file: this.#file };
    if (this.#data.length === 0 || this.#isGet || (this.#isHead && this.#method === null)) return NO_BODY;
    return { kind: 'text', text: literal(this.#data.join(this.#isJson ? '' : '&')) };
  }

  /** Its boundary is one that no field has. */
  #multipart(): string {
    let nth = 0;
    do this.#boundary = `loopscope-form-${nth++}`;
    while (this.#form.some(({ value }) => value.includes(this.#boundary)));
    const nameOf = (name: string): string => name.replaceAll('"', '%22').replace(/[\r\n]+/g, ' ');
    const typeLine = (type: string): string => (type === '' ? '' : `Content-Type: ${nameOf(type)}\r\n`);
    const parts = this.#form.map(
      ({ name, value, type }) =>
        `--${this.#boundary}\r\nContent-Disposition: form-data; name="${nameOf(name)}"\r\n${typeLine(type)}\r\n${value}\r\n`,
    );
    return `${parts.join('')}--${this.#boundary}--\r\n`;
  }

  /** What curl sends by itself with a body, unless the command says it. */
  #allHeaders(body: PlanBody): NameValue[] {
    const own = [...this.#made];
    if (this.#cookies.length > 0) own.push({ name: 'Cookie', value: this.#cookies.join('; ') });
    if (this.#form.length > 0) own.push({ name: 'Content-Type', value: `multipart/form-data; boundary=${this.#boundary}` });
    else if (this.#isJson) own.push({ name: 'Content-Type', value: 'application/json' }, { name: 'Accept', value: 'application/json' });
    else if (body.kind !== 'none') own.push({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' });
    const given = new Set(this.#headers.map(({ name }) => name.toLowerCase()));
    return [...this.#headers, ...own.filter(({ name }) => !given.has(name.toLowerCase()))];
  }

  /** curl reads a host without a scheme as http; `-G` puts the data into the query. */
  #whole(url: string): string {
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
    const plain = this.#isAsIs ? scheme : withoutDots(scheme);
    if (!this.#isGet || this.#data.length === 0) return plain;
    const [before, ...fragment] = plain.split('#');
    const joint = before!.includes('?') ? (/[?&]$/.test(before!) ? '' : '&') : '?';
    return `${before}${joint}${this.#data.join('&')}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`;
  }
}

/** As in the header Host: with its port, unless that is the usual one. */
function hostOf(url: string): string {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url.toLowerCase()) ?? [];
  return host.replace(scheme === 'https' ? /:443$/ : /:80$/, '');
}

function isMethod(method: string): method is Method {
  return (HTTP_METHODS as readonly string[]).includes(method);
}
