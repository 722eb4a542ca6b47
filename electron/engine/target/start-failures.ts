/** The failures of a script that never became a server. Pure. */
import type { Seconds } from '../../../shared/base/units.ts';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { ExitInfo } from '../../../shared/model/run.ts';
import { type Enumeration, type Said, say, sayBoth } from '../../../shared/words/said.ts';
import type { Evidence, LaunchedScript, Listener } from './launched-script.ts';
import type { FindHolder, PortOwner } from './port-owner.ts';

/** The script's process ended before it listened. */
export function explainExit(exit: ExitInfo, evidence: Evidence, findHolder: FindHolder): Failure {
  const { launched } = evidence;
  const port = portOf(evidence);
  if (port !== null) return explainPortInUse(port, evidence, findHolder);
  const detail = lastOutput(evidence);
  if (exit.code === 0) {
    return fail('target-exited', say('target.exitedEarly', { launched }), say('target.keepRunning', { launched }), detail).failure;
  }
  const how = sayHow(exit);
  if (isHeapFull(exit, evidence))
    return fail('target-crashed', say('target.heapFull', { launched, how }), say('target.moreHeap', { launched }), detail).failure;
  const error = thrownError(evidence);
  const says = error === null ? say('target.endedSilently', { launched, how }) : say('target.endedWithError', { launched, how, error });
  return fail('target-crashed', says, detail === '' ? say('target.runByHandSilent') : say('target.runByHand'), detail).failure;
}

/** It had become a server, and ended under load. */
export function explainEnd(exit: ExitInfo, evidence: Evidence): Failure {
  const { launched } = evidence;
  const how = sayHow(exit);
  if (isHeapFull(exit, evidence)) {
    const says = say('target.heapFullUnderLoad', { launched, how });
    return fail('target-crashed', says, say('target.moreHeap', { launched }), lastOutput(evidence)).failure;
  }
  const error = exit.code === 0 ? null : thrownError(evidence);
  return fail(
    exit.code === 0 ? 'target-exited' : 'target-crashed',
    error === null ? say('target.endedUnderLoad', { launched, how }) : say('target.endedUnderLoadWithError', { launched, how, error }),
    say('target.outputKept'),
    lastOutput(evidence),
  ).failure;
}

/** "with code 1", "by signal SIGKILL". */
function sayHow({ code, signal }: ExitInfo): Said {
  return signal === null ? say('target.withCode', { code: String(code) }) : say('target.bySignal', { signal });
}

/** No server was ready in time. */
export function explainSilence(
  timeoutS: Seconds,
  url: string,
  evidence: Evidence,
  findHolder: FindHolder,
  listeners: readonly Listener[] = [],
): Failure {
  const { launched } = evidence;
  const port = portOf(evidence);
  if (port !== null) return explainPortInUse(port, evidence, findHolder);
  const isPath = url.startsWith('/');
  const detail = lastOutput(evidence);
  if (isPath)
    return fail('never-listened', say('target.neverListened', { launched, seconds: timeoutS }), say('target.waitLonger'), detail).failure;
  const nothing = say('target.neverAccepted', { url, seconds: timeoutS });
  const says = listeners.length === 0 ? nothing : sayBoth(nothing, say('target.listensOn', { launched, places: placesOf(listeners) }));
  return fail('never-listened', says, say('target.checkUrl', { launched }), detail).failure;
}

/** Its port is in use by another process. */
export function explainPortInUse(port: string, evidence: Evidence, findHolder: FindHolder): Failure {
  const { launched } = evidence;
  const holder = findHolder(Number(port));
  const detail = lastOutput(evidence);
  if (holder === null)
    return fail('port-in-use', say('target.portInUse', { launched, port }), say('target.stopHolder', { launched }), detail).failure;
  const { pid, title, isOurs } = holder;
  return isOurs
    ? fail('port-in-use', say('target.portInUseByOurs', { launched, port, title, pid }), say('target.stopOurHolder', { launched }), detail)
        .failure
    : fail('port-in-use', say('target.portInUseBy', { launched, port, title, pid }), say('target.stopNamedHolder', { launched }), detail)
        .failure;
}

/** For the detail of a failure: servers log to either stream; stderr comes last, as it usually has the error. */
export function lastOutput({ stdout, stderr }: Evidence): string {
  return [stdout, stderr].filter((text) => text.trim() !== '').join('\n');
}

function portOf({ takenPort, stderr, stdout }: Evidence): string | null {
  return takenPort === null ? (portInUse(stderr) ?? portInUse(stdout)) : String(takenPort);
}

/** Another process accepts connections at the given address. */
export function explainForeignPort(
  port: number,
  { pid, name }: PortOwner & { kind: 'foreign' },
  { launched, listeners }: Pick<LaunchedScript, 'launched' | 'listeners'>,
): Failure {
  const where =
    listeners.length === 0 ? say('target.stopForeign', { launched }) : say('target.nameOwnPort', { launched, places: placesOf(listeners) });
  const hint = sayBoth(where, say('target.throughProxy', { launched }));
  if (pid === null) return fail('foreign-port', say('target.foreignPortOfUser', { launched, port }), hint).failure;
  const says =
    name === '' ? say('target.foreignPortNameless', { launched, port, pid }) : say('target.foreignPort', { launched, port, pid, name });
  return fail('foreign-port', says, hint).failure;
}

/** Nothing accepts connections at the given address, but the script listens elsewhere. */
export function explainOtherPort(port: number, { launched, listeners }: Pick<LaunchedScript, 'launched' | 'listeners'>): Failure {
  return fail(
    'other-port',
    say('target.otherPort', { launched, places: placesOf(listeners), port }),
    say('target.nameOtherPort', { launched, port }),
  ).failure;
}

/** The script listens at the given address, but speaks https instead of http or vice versa. */
export function explainScheme(url: URL, spoken: 'http' | 'https', { launched }: Pick<LaunchedScript, 'launched'>): Failure {
  const right = new URL(url);
  right.protocol = `${spoken}:`;
  const says = say('target.otherScheme', { launched, spoken: spoken.toUpperCase(), host: url.host, asked: url.protocol.slice(0, -1) });
  return fail('bad-url', says, say('target.writeUrl', { url: right.href })).failure;
}

/** "http://127.0.0.1:3000 and port 3001", each port once. */
function placesOf(listeners: readonly Listener[]): Enumeration {
  const places = listeners.map(({ protocol, host, port, socketPath }): string | Said => {
    if (port === null) return say('target.placeSocket', { path: String(socketPath) });
    if (protocol === 'unknown') return say('target.placePort', { port });
    const name = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host;
    return `${protocol}://${name.includes(':') ? `[${name}]` : name}:${port}`;
  });
  const distinct = new Map(places.map((place) => [JSON.stringify(place), place]));
  return { list: [...distinct.values()], by: 'and' };
}

/** How programs that are no Node say that their port is in use: nginx; Gunicorn, uvicorn and other Python; Go. */
const IN_USE = [
  /bind\(\) to \S*?:(\d+) failed \(\d+: Address already in use/,
  /Connection in use: \('[^']*', (\d+)\)/,
  /\('[^']*', (\d+)\)[^\n]*address already in use/i,
  /:(\d+): bind: address already in use/,
];

/** `Error: listen EADDRINUSE: address already in use :::3000`, and the field of the printed error: `port: 3000`. */
export function portInUse(output: string): string | null {
  if (output.includes('EADDRINUSE'))
    return /EADDRINUSE[^\n]*?:(\d+)\s*$/m.exec(output)?.[1] ?? /\bport: (\d+)/.exec(output)?.[1] ?? '(unknown)';
  for (const pattern of IN_USE) {
    const port = pattern.exec(output)?.[1];
    if (port !== undefined) return port;
  }
  return null;
}

/**
 * V8 says so as it gives up, in every version, and aborts: what a child has said is not what its parent ended by. The signal alone, or the code that
 * shells and Windows have for it, may come from `process.abort` as well.
 */
function isHeapFull({ code, signal }: ExitInfo, { stderr }: Evidence): boolean {
  if (signal !== 'SIGABRT' && code !== 134) return false;
  return /^FATAL ERROR: [^\n]*JavaScript heap out of memory/m.test(stderr);
}

/** As the end of a sentence; null: it printed none. */
function thrownError({ stdout, stderr }: Evidence): string | null {
  const error = errorLine(stderr) ?? errorLine(stdout);
  return error === null || /[.!?]$/.test(error) ? error : `${error}.`;
}

/** `SyntaxError: Unexpected token`, the most useful line of a crash. */
function errorLine(output: string): string | null {
  return /^(?:Uncaught )?((?:[A-Z]\w*)?Error(?: \[\w+\])?: .*)$/m.exec(output)?.[1]?.trim() ?? null;
}

/** What went wrong with one member of a group. */
export function ofMember(name: string, failure: Failure): Failure {
  return { ...failure, says: say('group.ofMember', { name, says: failure.says }) };
}
