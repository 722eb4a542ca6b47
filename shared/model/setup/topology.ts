/** In how many processes a script or command runs, and what stands in front of it: nothing, nginx, or a proxy of the user's (docs/user/TOPOLOGIES.md). */
import { say } from '../../words/said.ts';
import type { Refusal } from './setting.ts';
import { isWholePath } from './whole-path.ts';

export const DIRECT = 'direct';
/** Each copy is a process of its own, with what it starts. */
export const MOST_COPIES = 31;

/** What of nginx can be set, by the name that is typed: `nginx:2,timeout=0.6,keepalive=0`. */
export const NGINX_SETTINGS = {
  /** Seconds that a server behind it may take to connect, between two reads, and between two writes. */
  timeout: { whole: false, min: 0.1, max: 86_400, default: 60 },
  /** Of each worker, to clients and to servers. */
  connections: { whole: true, min: 8, max: 65_535, default: 4_096 },
  /** Connections to the servers that each worker keeps open while nothing is sent; 0: each request has a new one. */
  keepalive: { whole: true, min: 0, max: 10_000, default: 64 },
  /** Open files of each worker; 0: the limit of whoever starts it. */
  files: { whole: true, min: 0, max: 1_048_576, default: 0 },
  /** Worker processes; 0: one for each core. */
  workers: { whole: true, min: 0, max: 64, default: 0 },
} as const;

export type NginxSetting = keyof typeof NGINX_SETTINGS;
export type NginxSettings = Readonly<Record<NginxSetting, number>>;
const NAMES = Object.keys(NGINX_SETTINGS) as NginxSetting[];
export const USUAL_NGINX = Object.fromEntries(NAMES.map((name) => [name, NGINX_SETTINGS[name].default])) as NginxSettings;

export type Topology =
  | { readonly kind: 'direct' }
  /** They share one port. */
  | { readonly kind: 'processes'; readonly copies: number }
  | { readonly kind: 'nginx'; readonly copies: number; readonly settings: NginxSettings }
  /** Absolute path of a script that Node runs; behind it so many copies of the server. */
  | { readonly kind: 'proxy'; readonly copies: number; readonly file: string };

/** Null: it is none. */
export function readTopology(text: string): Topology | null {
  if (text === DIRECT) return { kind: 'direct' };
  const [, kind, number, rest = ''] = /^(processes(?=:)|nginx)(?::(\d{1,4}))?((?:,[^,]*)*)$/.exec(text) ?? [];
  const copies = Number(number ?? 1);
  if (kind === 'nginx' || kind === 'processes') {
    if (copies < 1 || copies > MOST_COPIES) return null;
    if (kind === 'processes') return rest === '' ? { kind, copies } : null;
    const settings = readSettings(rest.split(',').slice(1));
    return settings && { kind, copies, settings };
  }
  const proxy = proxyIn(text);
  return proxy !== null && isWholePath(proxy.file) && proxy.copies >= 1 && proxy.copies <= MOST_COPIES ? { kind: 'proxy', ...proxy } : null;
}

/** Null: a name or a number is none. */
function readSettings(typed: readonly string[]): NginxSettings | null {
  const settings: Record<NginxSetting, number> = { ...USUAL_NGINX };
  const seen = new Set<string>();
  for (const one of typed) {
    const [, name, number] = /^\s*([a-z]+)\s*=\s*(\d{1,7}(?:\.\d{1,3})?)\s*$/.exec(one) ?? [];
    if (name === undefined || !Object.hasOwn(NGINX_SETTINGS, name) || seen.has(name)) return null;
    seen.add(name);
    const value = Number(number);
    const { whole, min, max } = NGINX_SETTINGS[name as NginxSetting];
    if (value < min || value > max || (whole && !Number.isInteger(value))) return null;
    settings[name as NginxSetting] = value;
  }
  return settings;
}

/** As it is typed: the inverse. */
export function formatTopology(topology: Topology): string {
  switch (topology.kind) {
    case 'direct':
      return DIRECT;
    case 'processes':
      return `processes:${topology.copies}`;
    case 'proxy':
      return proxyText(topology);
    case 'nginx': {
      const { copies, settings } = topology;
      const changed = NAMES.filter((name) => settings[name] !== USUAL_NGINX[name]).map((name) => `,${name}=${settings[name]}`);
      return `nginx${copies === 1 ? '' : `:${copies}`}${changed.join('')}`;
    }
  }
}

type Proxy = Omit<Extract<Topology, { readonly kind: 'proxy' }>, 'kind'>;

function proxyText({ copies, file }: Proxy): string {
  return `proxy:${copies === 1 ? '' : `${copies}:`}${file}`;
}

function proxyIn(text: string): Proxy | null {
  const [, copies = '1', file] = /^proxy:(?:(\d{1,4}):)?(.+)$/s.exec(text) ?? [];
  return file === undefined ? null : { copies: Number(copies), file };
}

/** As it was typed, which may go on from some folder. Null: it is no `proxy:FILE`. */
export function proxyFileIn(text: string): string | null {
  return proxyIn(text)?.file ?? null;
}

/** The same with another path of the proxy; anything else as it is. */
export function withProxyFile(text: string, change: (file: string) => string): string {
  const proxy = proxyIn(text);
  return proxy === null ? text : proxyText({ ...proxy, file: change(proxy.file) });
}

export function refuseTopology(text: string): Refusal | null {
  return readTopology(text) === null
    ? { says: say('topology.unknown', { text }), hint: say('topology.form', { most: MOST_COPIES }) }
    : null;
}
