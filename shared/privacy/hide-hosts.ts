/**
 * Names of other machines, for a copy of a session that is passed on: each is replaced by a number, the same one in all of the copy.
 *
 *   postgresql://db.example:5432               postgresql://(host 1):5432
 *   TCP 10.0.0.5:5432                          TCP (host 2):5432
 *   connect ECONNREFUSED db.example:5432       connect ECONNREFUSED (host 1):5432
 *
 * Behind a scheme each is found, and each IPv4 address with a port. Elsewhere those are that the set-up names or that the program has asked: what has a dot
 * in it wherever it stands, a single word (`db`), which may mean something else, in front of a port. A set-up has `host-1.invalid` instead, so that its
 * addresses are some that can be read, and that belong to nobody (RFC 2606).
 */
import { readSetting, SETTINGS_LIST, textsOf } from '../model/setup/settings-list.ts';
import type { Setup } from '../model/setup/setup.ts';
import type { Range } from './replace-ranges.ts';
import type { FindPlaces } from './shorten-places.ts';
import { type Searched, ValueSearch } from './value-search.ts';

/** With whose name it is asked, and where a placeholder stands for it, it is not. */
const OF_URL = /\b([a-z][a-z\d+.-]{0,30}):\/\/(?:[^\s/?#@"'<>]{0,256}@)?(\[[^\]\s]{1,60}\]|[^\s/:?#@"'`<>()[\]{}$\\,;|]{1,253})/gi;
/** As connections are called that several requests share, and any address with a port. */
const OF_SOCKET = /^(?:TCP|TLS|UDP) (\[[^\]\s]{1,60}\]|[^\s:()]{1,253})(?=:\d)|(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?=:\d)/g;
/** What they name is code, or a place on this machine. */
const NO_MACHINES = /^(?:file|node|webpack|webpack-internal|turbopack|vite|rollup|wasm|app|chrome-extension|moz-extension)$/i;
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i;
const NOBODY = /^host-\d{1,9}\.invalid$/;

type Label = (number: number) => string;
export const HIDDEN_HOST: Label = (number) => `(host ${number})`;
export const HIDDEN_ADDRESS: Label = (number) => `host-${number}.invalid`;

interface FoundHost {
  readonly host: string;
  readonly from: number;
}

/** Other machines that it names, in their order. */
export function hostsIn(text: string): FoundHost[] {
  const found = new Map<number, string>();
  const add = (given: string, end: number): void => {
    // The end of a sentence.
    const host = given.replace(/\.$/, '');
    if (isOtherMachine(host)) found.set(end - given.length, host);
  };
  for (const { 0: whole, 1: scheme, 2: host, index } of text.matchAll(OF_URL))
    if (!NO_MACHINES.test(scheme!)) add(host!, index + whole.length);
  for (const { 0: whole, 1: named, 2: address, index } of text.matchAll(OF_SOCKET)) add((named ?? address)!, index + whole.length);
  return [...found].map(([from, host]) => ({ host, from })).sort((one, other) => one.from - other.from);
}

/** Whether it is the name of another machine that stays in a copy. */
export const isOtherMachine = (host: string): boolean => host !== '' && !THIS_MACHINE.test(host) && !NOBODY.test(host);

export class HostCollector {
  private readonly numbers = new Map<string, number>();

  addSetup(setup: Setup): void {
    for (const place of SETTINGS_LIST) {
      const value = readSetting(setup, place) ?? null;
      if (place.setting.is === 'text' && place.setting.holds === 'host' && value !== null && isOtherMachine(String(value)))
        this.numberOf(String(value));
      for (const text of textsOf(value)) this.addText(text);
    }
  }

  addText(text: string): void {
    for (const { host } of hostsIn(text)) this.numberOf(host);
  }

  private numberOf(host: string): number {
    const { numbers } = this;
    const name = host.toLowerCase();
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  }

  finder(label: Label): FindPlaces {
    const search = new ValueSearch([...this.numbers].map(([host, number]) => searched(host, label(number))));
    return (text, isCut = false) => {
      const sure = hostsIn(text).map(({ host, from }) => ({ from, to: from + host.length, by: label(this.numberOf(host)) }));
      const { ranges, open } = search.find(text, isCut);
      const cut = open === text.length ? [] : [{ from: open, to: text.length, by: '' }];
      return withoutOverlaps([...sure, ...ranges, ...cut]);
    };
  }
}

function searched(host: string, by: string): Searched {
  // Without the brackets that only a URL has.
  const text = host.replace(/^\[(.*)\]$/, '$1');
  const isClear = /[.:]/.test(text);
  const fits: Searched['fits'] = (whole, from, to) =>
    (isClear && !continues(whole, to)) || (from === 0 && to === whole.length) || /^:\d/.test(whole.slice(to, to + 2));
  return { text, by, within: 'alone', fits };
}

/** A longer name begins or ends with it. */
function continues(text: string, to: number): boolean {
  return /^(?:-|\.\w)/.test(text.slice(to, to + 2));
}

/** In their order; of two that overlap the one that begins first. */
function withoutOverlaps(ranges: Range[]): Range[] {
  let end = 0;
  return ranges
    .sort((one, other) => one.from - other.from || other.to - one.to)
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}
