/** In which settings variants differ. */
import type { Difference } from '../model/comparison.ts';
import type { NameValue, Setup } from '../model/setup.ts';

/** Text of a setting, null when it is not set. */
type Read = (setup: Setup) => string | null;

const SETTINGS: readonly (readonly [field: string, read: Read])[] = [
  ['script', ({ target }) => target.script],
  ['args', ({ target }) => (target.args.length === 0 ? null : target.args.map(quoteArgument).join(' '))],
  ['cwd', ({ target }) => target.cwd],
  ['node', ({ target }) => target.node],
  ['portTimeoutS', ({ target }) => String(target.portTimeoutS)],
  ['url', ({ load }) => load.url],
  ['method', ({ load }) => load.method],
  ['connections', ({ load }) => String(load.connections)],
  ['durationS', ({ load }) => (load.end.by === 'duration' ? String(load.end.seconds) : null)],
  ['requests', ({ load }) => (load.end.by === 'amount' ? String(load.end.requests) : null)],
  ['warmupS', ({ load }) => String(load.warmupS)],
  ['timeoutS', ({ load }) => String(load.timeoutS)],
  ['body', ({ load }) => (load.body === '' ? null : load.body)],
  ['keepAlive', ({ load }) => String(load.keepAlive)],
  ['allowHost', ({ load }) => load.allowHost],
  ['capture', ({ capture }) => capture.kind],
  ['intervalUs', ({ capture }) => (capture.kind === 'cpu' ? String(capture.intervalUs) : null)],
];

/** Setting by setting, those that are not equal in all set-ups. Empty: the variants differ by chance alone. */
export function describeDifferences(setups: readonly Setup[]): Difference[] {
  const settings = [
    ...SETTINGS,
    ...listNames(
      setups,
      ({ target }) => target.env,
      'env',
      (name) => name,
    ),
    ...listNames(
      setups,
      ({ load }) => load.headers,
      'header',
      (name) => name.toLowerCase(),
    ),
  ];
  return settings.map(([field, read]) => ({ field, values: setups.map(read) })).filter(({ values }) => new Set(values).size > 1);
}

/** One setting for each name that any set-up has. `toKey`: header names are the same in any case, variables are not. */
function listNames(
  setups: readonly Setup[],
  listOf: (setup: Setup) => readonly NameValue[],
  prefix: string,
  toKey: (name: string) => string,
): (readonly [field: string, read: Read])[] {
  const keys = new Set(setups.flatMap((setup) => listOf(setup).map(({ name }) => toKey(name))));
  return [...keys].sort().map((key) => {
    const read: Read = (setup) => {
      const values = listOf(setup).filter(({ name }) => toKey(name) === key);
      return values.length === 0 ? null : values.map(({ value }) => value).join(', ');
    };
    return [`${prefix}.${key}`, read];
  });
}

/** Told apart where it matters: one argument with a space is not two. */
function quoteArgument(argument: string): string {
  return /^[^\s"']+$/.test(argument) ? argument : JSON.stringify(argument);
}
