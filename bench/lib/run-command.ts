/** The built command, to its end. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LOOPSCOPE = fileURLToPath(new URL('../../dist/cli/loopscope.js', import.meta.url));

export interface Ended {
  /** -1: it was killed. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function runCommand(args: readonly string[], options: Pick<ExecFileOptions, 'signal'> = {}): Promise<Ended> {
  const within = { timeout: 300_000, maxBuffer: 64 * 1024 * 1024, ...options };
  return new Promise((resolve) => {
    execFile(process.execPath, [LOOPSCOPE, ...args], within, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr }),
    );
  });
}
