/** The set-up as it is typed: texts that may be wrong, numbers that may be missing. Pure; the screen and the store build on it. */
import {
  DEFAULT_CAPTURE,
  DEFAULT_LOAD,
  DEFAULT_PORT_TIMEOUT_S,
  type HTTP_METHODS,
  type NameValue,
  type Setup,
} from '../../shared/model/setup.ts';
import { joinWords, splitWords } from './shell-words.ts';

export interface SetupForm {
  readonly script: string;
  readonly args: string;
  /** Empty: the folder of the script. */
  readonly cwd: string;
  readonly env: readonly NameValue[];
  /** Path; empty: the first suitable one. */
  readonly node: string;
  readonly portTimeoutS: number;
  readonly url: string;
  readonly connections: number;
  readonly endBy: 'duration' | 'amount';
  readonly seconds: number;
  readonly requests: number;
  readonly warmupS: number;
  readonly timeoutS: number;
  readonly method: (typeof HTTP_METHODS)[number];
  readonly headers: readonly NameValue[];
  readonly body: string;
  readonly keepAlive: boolean;
  readonly allowHost: string;
  readonly captureCpu: boolean;
  readonly intervalUs: number;
}

/** Long enough for V8 to have optimised the hot paths of most servers, short enough not to be skipped. */
const PROPOSED_WARMUP_S = 3;
const DEFAULT_INTERVAL_US = DEFAULT_CAPTURE.kind === 'cpu' ? DEFAULT_CAPTURE.intervalUs : 1_000;

export const EMPTY_FORM: SetupForm = {
  script: '',
  args: '',
  cwd: '',
  env: [],
  node: '',
  portTimeoutS: DEFAULT_PORT_TIMEOUT_S,
  url: DEFAULT_LOAD.url,
  connections: DEFAULT_LOAD.connections,
  endBy: 'duration',
  seconds: 10,
  requests: 1_000,
  warmupS: PROPOSED_WARMUP_S,
  timeoutS: DEFAULT_LOAD.timeoutS,
  method: DEFAULT_LOAD.method,
  headers: [],
  body: '',
  keepAlive: true,
  allowHost: '',
  captureCpu: true,
  intervalUs: DEFAULT_INTERVAL_US,
};

/** Allowing another machine is for one run only, so it is not taken over. */
export function formOf({ target, load, capture }: Setup): SetupForm {
  return {
    script: target.script,
    args: joinWords(target.args),
    cwd: target.cwd ?? '',
    env: target.env,
    node: target.node ?? '',
    portTimeoutS: target.portTimeoutS,
    url: load.url,
    connections: load.connections,
    endBy: load.end.by,
    seconds: load.end.by === 'duration' ? load.end.seconds : EMPTY_FORM.seconds,
    requests: load.end.by === 'amount' ? load.end.requests : EMPTY_FORM.requests,
    warmupS: load.warmupS,
    timeoutS: load.timeoutS,
    method: load.method,
    headers: load.headers,
    body: load.body,
    keepAlive: load.keepAlive,
    allowHost: '',
    captureCpu: capture.kind === 'cpu',
    intervalUs: capture.kind === 'cpu' ? capture.intervalUs : EMPTY_FORM.intervalUs,
  };
}

/** Whether anything but the script was changed: only then is there something to lose by filling the form in. */
export function isUntouched(form: SetupForm): boolean {
  return JSON.stringify({ ...form, script: '' }) === JSON.stringify(EMPTY_FORM);
}

/** Host of the URL when it is not this machine; null for paths and loopback. The engine checks again, with the resolver. */
export function foreignHost(url: string): string | null {
  const host = hostOf(url);
  if (host === null || host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)) return null;
  return host;
}

export function hostOf(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return null;
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}

/** A row that was added and left empty is not meant. */
function filledRows(rows: readonly NameValue[]): NameValue[] {
  return rows.filter(({ name, value }) => name !== '' || value !== '');
}

export function toSetup(form: SetupForm): Setup {
  const url = form.url.trim();
  return {
    target: {
      script: form.script.trim(),
      args: [...splitWords(form.args).words],
      cwd: form.cwd.trim() || null,
      env: filledRows(form.env),
      node: form.node || null,
      portTimeoutS: form.portTimeoutS,
    },
    load: {
      model: 'closed',
      url,
      connections: form.connections,
      end: form.endBy === 'duration' ? { by: 'duration', seconds: form.seconds } : { by: 'amount', requests: form.requests },
      warmupS: form.warmupS,
      timeoutS: form.timeoutS,
      method: form.method,
      headers: filledRows(form.headers),
      body: form.body,
      keepAlive: form.keepAlive,
      allowHost: foreignHost(url) === null ? null : form.allowHost.trim(),
    },
    capture: form.captureCpu ? { kind: 'cpu', intervalUs: form.intervalUs } : { kind: 'none' },
  };
}

/** How many of these fields differ from a fresh form. */
export function countChanges(form: SetupForm, names: readonly (keyof SetupForm)[]): number {
  return names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(EMPTY_FORM[name])).length;
}
