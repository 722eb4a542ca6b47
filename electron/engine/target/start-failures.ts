/** Sentences for a script that never became a server. Pure. */
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { ExitInfo } from '../../../shared/model/run.ts';
import type { Seconds } from '../../../shared/model/units.ts';

/** The script's process ended before it listened. */
export function explainExit(exit: ExitInfo, stderr: string): Failure {
  const port = portInUse(stderr);
  if (port !== null) return explainPortInUse(port, stderr);
  if (exit.code === 0) {
    return fail(
      'target-exited',
      'The script exited with code 0 before it listened on a port.',
      'Loopscope loads servers: the script has to keep running and listen. Check its arguments and working folder.',
      stderr,
    ).failure;
  }
  const how = exit.signal === null ? `with code ${exit.code}` : `by signal ${exit.signal}`;
  const error = errorLine(stderr);
  const message =
    error === null ? `The script ended ${how} before it listened on a port.` : `The script ended ${how} before it listened: ${error}`;
  return fail('target-crashed', message, 'Run it by hand to see whether it starts; its last output is kept with this message.', stderr)
    .failure;
}

/** Nothing could be loaded in time. */
export function explainSilence(timeoutS: Seconds, url: string, stderr: string): Failure {
  const port = portInUse(stderr);
  if (port !== null) return explainPortInUse(port, stderr);
  const isPath = url.startsWith('/');
  const message = isPath
    ? `The script has not listened on a port for ${timeoutS} s.`
    : `Nothing has accepted connections at ${url} for ${timeoutS} s.`;
  const hint = isPath
    ? 'If it only needs longer to start, raise --port-timeout; if another process listens for it, name the address with --url.'
    : 'Check the address given with --url; if the script only needs longer to start, raise --port-timeout.';
  return fail('never-listened', message, hint, stderr).failure;
}

function explainPortInUse(port: string, stderr: string): Failure {
  return fail(
    'port-in-use',
    `The script could not listen: port ${port} is in use by another program.`,
    'Stop the other program, or let the script take another port.',
    stderr,
  ).failure;
}

/** `Error: listen EADDRINUSE: address already in use :::3000`, and the field of the printed error: `port: 3000`. */
export function portInUse(stderr: string): string | null {
  if (!stderr.includes('EADDRINUSE')) return null;
  return /EADDRINUSE[^\n]*?:(\d+)\s*$/m.exec(stderr)?.[1] ?? /\bport: (\d+)/.exec(stderr)?.[1] ?? '(unknown)';
}

/** `SyntaxError: Unexpected token`, the line of a crash that people look for. */
function errorLine(stderr: string): string | null {
  return /^(?:Uncaught )?((?:[A-Z]\w*)?Error(?: \[\w+\])?: .*)$/m.exec(stderr)?.[1]?.trim() ?? null;
}
