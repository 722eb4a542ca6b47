/**
 * The command in the process of the test, for calls that start nothing that is measured: a process of its own costs a third of a second
 * before it does anything.
 */
import { runProgram } from '../../electron/cli/run-program.ts';

/** One at a time: what is replaced is of the process. */
let last: Promise<unknown> = Promise.resolve();

/** `argv`: as `process.argv` is in a process of its own. What is in `env` is set meanwhile. */
export function runHere(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; stdout: string; stderr: string }> {
  const ended = last.then(async () => {
    const { argv: ownArgv, exitCode: ownExitCode } = process;
    const ownEnv = Object.keys(env).map((name) => [name, process.env[name]] as const);
    const [stdout, stderr] = [replaceWrite(process.stdout), replaceWrite(process.stderr)];
    try {
      process.argv = [...argv];
      process.exitCode = undefined;
      Object.assign(process.env, env);
      await runProgram();
      return { code: Number(process.exitCode ?? 0), stdout: stdout.written(), stderr: stderr.written() };
    } finally {
      for (const { restore } of [stdout, stderr]) restore();
      for (const [name, value] of ownEnv) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      process.exitCode = ownExitCode;
      process.argv = ownArgv;
    }
  });
  last = ended.catch(() => {});
  return ended;
}

function replaceWrite(out: NodeJS.WriteStream): { written(): string; restore(): void } {
  const { write } = out;
  const parts: Uint8Array[] = [];
  out.write = (part: string | Uint8Array) => {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    return true;
  };
  return { written: () => Buffer.concat(parts).toString(), restore: () => void Object.assign(out, { write }) };
}
