/** The command that repeats a run, for people to copy: only what differs from the defaults, quoted for a POSIX shell. */
import { DEFAULT_CAPTURE, DEFAULT_LOAD, DEFAULT_PORT_TIMEOUT_S, type Setup } from './setup.ts';

export function formatCommand(setup: Setup): string {
  const { script, args } = setup.target;
  const words = ['loopscope', 'run', script, ...setupFlags(setup), ...(args.length > 0 ? ['--', ...args] : [])];
  return words.map(quoteForShell).join(' ');
}

/** Everything but the script and its arguments, as words not yet quoted. */
export function setupFlags({ target, load, capture }: Setup): string[] {
  const words: string[] = [];
  const flag = (name: string, value: string | number): void => {
    words.push(name, String(value));
  };
  if (load.url !== DEFAULT_LOAD.url) flag('--url', load.url);
  flag('-c', load.connections);
  if (load.end.by === 'duration') flag('-d', load.end.seconds);
  else flag('-a', load.end.requests);
  if (load.warmupS !== DEFAULT_LOAD.warmupS) flag('--warmup', load.warmupS);
  if (load.timeoutS !== DEFAULT_LOAD.timeoutS) flag('--timeout', load.timeoutS);
  if (load.method !== DEFAULT_LOAD.method) flag('--method', load.method);
  for (const { name, value } of load.headers) flag('--header', `${name}=${value}`);
  if (load.body !== '') flag('--body', load.body);
  if (!load.keepAlive) words.push('--no-keepalive');
  if (load.allowHost !== null) flag('--allow-host', load.allowHost);
  if (capture.kind === 'none') flag('--capture', 'none');
  else if (DEFAULT_CAPTURE.kind === 'cpu' && capture.intervalUs !== DEFAULT_CAPTURE.intervalUs) flag('--interval', capture.intervalUs);
  if (target.node !== null) flag('--node', target.node);
  // Without a folder of its own a script runs beside itself; the command line's default is the current folder.
  flag('--cwd', target.cwd ?? folderOf(target.script));
  for (const { name, value } of target.env) flag('--env', `${name}=${value}`);
  if (target.portTimeoutS !== DEFAULT_PORT_TIMEOUT_S) flag('--port-timeout', target.portTimeoutS);
  return words;
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '') || '/';
}

export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}
