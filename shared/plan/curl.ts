/**
 * The requests of a pasted curl command, or of several: as documentation writes them, and as browsers copy them (Chrome, Edge, Firefox and
 * Safari, for bash and for cmd; "copy all" as well). Patterns in URLs are the requests that they stand for. What curl would do besides asking (write files, print, retry) is left out without a word,
 * and what would make another request (a proxy, a file read by name) is said. Checked against curl 7.88.
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
import { encodedIn, encodeField, onTarget, targetOf } from './request-target.ts';
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

/** What is in the files that commands name, by their names (`filesOfCurl`). Null: nobody can read them now; the plan then names them. */
export type CurlFiles = ReadonlyMap<string, string> | null;

/** The files whose content the commands send, each once. */
export function filesOfCurl(text: string): readonly string[] {
  if (text.length > LONGEST_COMMAND) return [];
  const options = splitShellLine(text.trim()).commands.flatMap(({ words }) => [...optionsIn(words.slice(1))]);
  const files = options.map(({ kind, value }) => (kind === 'data' || kind === 'binary' || kind === 'json' ? fileIn(value) : null));
  return [...new Set(files.filter((file) => file !== null))];
}

/** `@body.json`; null: it names none, or one that is not read. */
function fileIn(value: string): string | null {
  const file = value.slice(1).replace(/^\.\//, '');
  return value.startsWith('@') && file !== '-' && isBeside(file) ? file : null;
}

export function readCurl(text: string, files: CurlFiles = null): ReadCurl {
  if (text.length > LONGEST_COMMAND) return { ok: false, says: say('curl.tooLong', { limit: LONGEST_COMMAND }) };
  const { commands, problem } = splitShellLine(text.trim());
  if (problem !== null) {
    const params = { text: quote(problem.text) };
    return { ok: false, says: problem.kind === 'expansion' ? say('curl.expansion', params) : say('curl.openQuote', params) };
  }
  if (commands.length === 0) return { ok: false, says: say('curl.empty') };
  if (commands.length > MOST_REQUESTS) return { ok: false, says: say('curl.tooMany', { limit: MOST_REQUESTS }) };
  const read = commands.map((command) => readCommand(command, files));
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
  http2: 'http',
  'http2-prior-knowledge': 'http',
  http3: 'http',
  'http1.0 -0': 'http',
} as const;

const SWITCH_IGNORED = `silent -s,show-error -S,verbose -v,include -i,show-headers,insecure -k,fail -f,fail-with-body,remote-name -O,
  remote-header-name -J,progress-bar -#,no-progress-meter,no-buffer -N,http1.1,ipv4 -4,ipv6 -6,tcp-nodelay,keepalive,no-keepalive,
  create-dirs,tlsv1,tlsv1.2,tlsv1.3,ssl-reqd,parallel -Z,no-sessionid,basic,styled-output,disable -q,raw,post301,post302,
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

function readCommand({ words }: ShellCommand, files: CurlFiles): ReadCurl {
  const [program = '', ...rest] = words;
  if (!/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) return { ok: false, says: say('curl.notCurl', { word: quote(program) }) };
  let request = new CurlRequest(files);
  const requests = [request];
  for (const option of optionsIn(rest)) {
    if (option.kind === 'unknown') return { ok: false, says: say('curl.unknownOption', { name: quote(option.name) }) };
    if (option.kind === 'incomplete') return { ok: false, says: say('curl.noValue', { name: option.name }) };
    if (option.kind === 'next') {
      request = new CurlRequest(files);
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

/** A field of a form. Empty: it has none. */
interface FormField {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly filename: string;
}

class CurlRequest {
  readonly notes: Said[] = [];
  readonly #files: CurlFiles;
  readonly #urls: string[] = [];
  /** Given by -H, which counts before what other options make. */
  readonly #headers: NameValue[] = [];
  /** In lower case: what -H takes away, whichever option makes it (`-H 'Accept:'`). */
  readonly #removed = new Set<string>();
  /** By other options, of which the last one counts. */
  readonly #made = new Map<string, string>();
  /** `joint`: what stands before it, unless it is the first. */
  readonly #data: { readonly text: string; readonly joint: string }[] = [];
  readonly #cookies: string[] = [];
  readonly #form: FormField[] = [];
  /** A body that nobody can read now. */
  #file: { readonly name: string; readonly hasLineEnds: boolean } | null = null;
  #bearer: string | null = null;
  #method: string | null = null;
  #isGet = false;
  #isHead = false;
  #isGlob = true;
  #isAsIs = false;
  /** Of what the sender writes itself, and writes otherwise. */
  #chunked: string | null = null;
  #host: string | null = null;
  #length: string | null = null;
  #isJson = false;
  #boundary = '';

  constructor(files: CurlFiles) {
    this.#files = files;
  }

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
      case 'json':
        this.#isJson ||= kind === 'json';
        return this.#dataOrFile(kind, name, value);
      case 'raw':
        this.#addData(value);
        return null;
      case 'encoded':
        return this.#encoded(value);
      case 'form':
      case 'formText':
        return this.#formField(value, kind === 'form');
      case 'user':
        this.#made.set('Authorization', `Basic ${toBase64(value.includes(':') ? value : `${value}:`)}`);
        return null;
      case 'bearer':
        this.#bearer = value;
        return null;
      case 'cookie':
        if (value !== '' && !value.includes('=')) return say('curl.readsFile', { name, file: quote(value) });
        if (value !== '') this.#cookies.push(value);
        return null;
      case 'agent':
        this.#made.set('User-Agent', value);
        return null;
      case 'referer':
        this.#made.set('Referer', value.replace(/;auto$/, ''));
        return null;
      case 'range':
        this.#made.set('Range', `bytes=${value}`);
        return null;
      case 'compressed':
        this.#made.set('Accept-Encoding', 'gzip, deflate, br');
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
      case 'http':
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
    const refused = this.#refused();
    if (refused !== null) return { ok: false, says: refused };
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
    this.#note(whole, body, method);
    return { ok: true, requests: whole.map((url) => ({ ...base, url: literal(url) })), notes: this.notes };
  }

  /** What curl refuses as well, and what cannot be sent. Null: nothing. */
  #refused(): Said | null {
    if (this.#urls.length === 0) return say('curl.noUrl');
    const hasData = this.#data.length > 0 || this.#file !== null;
    const isForm = this.#form.length > 0;
    const [one, other] = [isForm ? '-F' : [], hasData && (isForm || !this.#isGet) ? '-d' : [], this.#isHead ? '-I' : []].flat();
    if (one !== undefined && other !== undefined) return say('curl.exclude', { one, other });
    if (this.#data.length > 0 && this.#file !== null) return say('curl.dataAndFile');
    if (this.#file !== null && this.#isGet) return say('curl.fileInQuery', { file: quote(this.#file.name) });
    if (this.#chunked !== null) return say('curl.chunked', { header: quote(this.#chunked) });
    const type = this.#headers.find(({ name }) => name.toLowerCase() === 'content-type');
    const isOther = type === undefined ? this.#removed.has('content-type') : !/^multipart\/form-data\b/i.test(type.value);
    return isForm && isOther ? say('curl.formType', { header: quote(`Content-Type: ${type?.value ?? ''}`.trim()) }) : null;
  }

  /** What will not be as with curl. */
  #note(urls: readonly string[], body: PlanBody, method: string): void {
    const host = this.#host;
    if (host !== null && urls.some((one) => hostOf(one) !== host.toLowerCase()))
      this.notes.push(say('curl.otherHost', { host: quote(host) }));
    const length = body.kind === 'file' ? null : new TextEncoder().encode(this.#content()).length;
    if (this.#length !== null && length !== null && (this.#length === '' ? length > 0 : this.#length !== String(length)))
      this.notes.push(say('curl.ownLength', { header: quote(`Content-Length: ${this.#length}`.trim()) }));
    if (body.kind === 'file' && this.#file!.hasLineEnds) this.notes.push(say('curl.lineEnds', { file: quote(body.file) }));
    if (this.#method !== null && this.#method !== method) this.notes.push(say('curl.methodCase', { written: quote(this.#method), method }));
    const encoded = [...new Set(urls.flatMap((one) => Array.from(encodedIn(literal(one)))))];
    if (encoded.length > 0)
      this.notes.push(say('curl.encoded', { characters: { list: encoded.map((one) => `"${quote(one)}"`), by: 'and' } }));
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

  /** An empty one (`-H 'Accept:'`) takes away what curl would send by itself; `Accept;` sends it without a value. */
  #header(line: string): Said | null {
    if (line.startsWith('@')) return say('curl.readsFile', { name: '-H', file: quote(line.slice(1)) });
    const [, before, colon, after] = /^([^:;]*)([:;])?([\s\S]*)$/.exec(line)!;
    const [name, value] = [before!.trim(), after!.trim()];
    // HTTP/2's own (`:authority`) come with recordings; curl does not send them either.
    if (name === '' || colon === undefined) return null;
    if (OWN_HEADERS.has(name.toLowerCase())) this.#ownHeader(name, value);
    else if (value !== '' || colon === ';') this.#headers.push({ name, value });
    else this.#removed.add(name.toLowerCase());
    if (name.toLowerCase() === 'user-agent' && colon === ';' && value === '') this.notes.push(say('curl.noAgent'));
    return null;
  }

  #ownHeader(name: string, value: string): void {
    const lower = name.toLowerCase();
    if (lower === 'transfer-encoding' && value !== '') this.#chunked = `${name}: ${value}`;
    if (lower === 'host') this.#host = value;
    if (lower === 'content-length') this.#length = value;
    if (lower === 'connection' && !/^(?:keep-alive)?$/i.test(value))
      this.notes.push(say('curl.connection', { header: quote(`${name}: ${value}`) }));
  }

  #addData(text: string, joint = '&'): void {
    this.#data.push({ text, joint });
  }

  #dataOrFile(kind: 'data' | 'binary' | 'json', name: string, value: string): Said | null {
    const joint = kind === 'json' ? '' : '&';
    if (!value.startsWith('@')) {
      this.#addData(value, joint);
      return null;
    }
    const file = fileIn(value);
    const content = file === null ? undefined : this.#files?.get(file);
    if (content !== undefined) this.#addData(kind === 'data' ? content.replace(/[\r\n\0]/g, '') : content, joint);
    else if (file === null || this.#file !== null) return say('curl.readsFile', { name, file: quote(file ?? value.slice(1)) });
    else this.#file = { name: file, hasLineEnds: kind === 'data' };
    return null;
  }

  /** `content`, `=content`, `name=content`; `@file` and `name@file` read one. */
  #encoded(value: string): Said | null {
    const [, name, sign, content] = /^([^=@]*)([=@])?([\s\S]*)$/.exec(value)!;
    if (sign === '@') return say('curl.readsFile', { name: '--data-urlencode', file: quote(content!) });
    const text = sign === undefined ? name! : content!;
    this.#addData(`${sign === '=' && name !== '' ? `${name}=` : ''}${encodeField(text)}`);
    return null;
  }

  #formField(field: string, mayRead: boolean): Said | null {
    const equals = field.indexOf('=');
    if (equals < 1) return say('curl.badField', { field: quote(field) });
    const value = field.slice(equals + 1);
    if (mayRead && /^[@<]/.test(value)) return say('curl.readsFile', { name: '-F', file: quote(value.slice(1)) });
    const name = field.slice(0, equals);
    if (!mayRead) {
      this.#form.push({ name, text: value, type: '', filename: '' });
      return null;
    }
    const read = readFieldValue(value);
    if (read.unread !== '') return say('curl.fieldPart', { part: quote(read.unread), field: quote(name) });
    // By the end of the name, curl would guess a type.
    if (read.filename !== '' && read.type === '') return say('curl.fieldType', { field: quote(name) });
    this.#form.push({ name, ...read });
    return null;
  }

  #methodFor(body: PlanBody): string {
    if (this.#method !== null) return this.#method.toUpperCase();
    if (this.#isHead) return 'HEAD';
    return body.kind === 'none' ? 'GET' : 'POST';
  }

  #body(): PlanBody {
    if (this.#form.length > 0) return { kind: 'text', text: literal(this.#multipart()) };
    if (this.#file !== null) return { kind: 'file', file: this.#file.name };
    if (this.#data.length === 0 || this.#isGet) return NO_BODY;
    return { kind: 'text', text: literal(this.#joined()) };
  }

  #joined(): string {
    return this.#data.map(({ text, joint }, nth) => (nth === 0 ? text : joint + text)).join('');
  }

  /** What is sent as the body, unless that is a file. */
  #content(): string {
    if (this.#form.length > 0) return this.#multipart();
    return this.#isGet ? '' : this.#joined();
  }

  /** Its boundary is one that no field has. */
  #multipart(): string {
    let nth = 0;
    do this.#boundary = `loopscope-form-${nth++}`;
    while (this.#form.some(({ text }) => text.includes(this.#boundary)));
    const nameOf = (name: string): string => name.replaceAll('"', '%22').replace(/[\r\n]+/g, ' ');
    const typeLine = (type: string): string => (type === '' ? '' : `Content-Type: ${nameOf(type)}\r\n`);
    const fileName = (name: string): string => (name === '' ? '' : `; filename="${nameOf(name)}"`);
    const parts = this.#form.map(
      ({ name, text, type, filename }) =>
        `--${this.#boundary}\r\nContent-Disposition: form-data; name="${nameOf(name)}"${fileName(filename)}\r\n${typeLine(type)}\r\n${text}\r\n`,
    );
    return `${parts.join('')}--${this.#boundary}--\r\n`;
  }

  /** With what curl sends by itself, unless the command says it or takes it away. */
  #allHeaders(body: PlanBody): NameValue[] {
    const own = new Map(this.#made);
    if (this.#bearer !== null) own.set('Authorization', `Bearer ${this.#bearer}`);
    if (own.get('Referer') === '') own.delete('Referer');
    if (this.#cookies.length > 0) own.set('Cookie', this.#cookies.join(';'));
    if (this.#form.length > 0) own.set('Content-Type', `multipart/form-data; boundary=${this.#boundary}`);
    else if (this.#isJson) own.set('Content-Type', 'application/json');
    else if (body.kind !== 'none') own.set('Content-Type', 'application/x-www-form-urlencoded');
    own.set('Accept', this.#isJson ? 'application/json' : '*/*');
    const given = new Set([...this.#headers.map(({ name }) => name.toLowerCase()), ...this.#removed]);
    const added = [...own].flatMap(([name, value]) => (given.has(name.toLowerCase()) ? [] : [{ name, value }]));
    const isBoundless = ({ name }: NameValue): boolean => this.#form.length > 0 && name.toLowerCase() === 'content-type';
    return [
      ...this.#headers.map((one) => (isBoundless(one) ? { ...one, value: `${one.value}; boundary=${this.#boundary}` } : one)),
      ...added,
      // An empty one takes away that of the sender.
      ...(this.#removed.has('user-agent') ? [{ name: 'User-Agent', value: '' }] : []),
    ];
  }

  /** curl reads a host without a scheme as http; `-G` puts the data into the query. */
  #whole(url: string): string {
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
    const plain = this.#isAsIs ? scheme : withoutDots(scheme);
    const data = this.#joined();
    if (!this.#isGet || data === '') return plain;
    const [before, ...fragment] = plain.split('#');
    const joint = before!.includes('?') ? (/[?&]$/.test(before!) ? '' : '&') : '?';
    return `${before}${joint}${data}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`;
  }
}

/** `text;type=text/plain;filename=a.txt`, the text and the name in quotes if they have a semicolon. `unread`: what of it is not understood. */
function readFieldValue(value: string): Omit<FormField, 'name'> & { readonly unread: string } {
  const [first, text] = readWord(value);
  let [type, filename] = ['', ''];
  let rest = value.slice(first.length);
  while (rest !== '') {
    const [part, asType, asName] = FIELD_PART.exec(rest) ?? [];
    if (part === undefined) return { text, type, filename, unread: rest.slice(1) };
    if (asType !== undefined) type = asType.trim();
    if (asName !== undefined) filename = readWord(asName)[1];
    rest = rest.slice(part.length);
  }
  return { text, type, filename, unread: '' };
}

/** A type may have parameters of its own: `text/plain;charset=utf-8`. */
const FIELD_PART =
  /^;\s*(?:type=([^;]*(?:;(?!\s*(?:type|filename|headers|encoder)=)[^;=]+=[^;]*)*)|filename=(\s*"(?:\\[\s\S]|[^"\\])*"[^;]*|[^;]*))/;

/** Up to a semicolon: what is read, and what it means. */
function readWord(text: string): readonly [whole: string, meant: string] {
  const quoted = /^\s*"((?:\\[\s\S]|[^"\\])*)"[^;]*/.exec(text);
  if (quoted !== null) return [quoted[0], quoted[1]!.replace(/\\(["\\])/g, '$1')];
  const [plain] = /^[^;]*/.exec(text)!;
  return [plain, plain.trim()];
}

/** As in the header Host: with its port, unless that is the usual one. */
function hostOf(url: string): string {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url.toLowerCase()) ?? [];
  return host.replace(scheme === 'https' ? /:443$/ : /:80$/, '');
}

function isMethod(method: string): method is Method {
  return (HTTP_METHODS as readonly string[]).includes(method);
}
