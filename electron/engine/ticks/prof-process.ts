/** `node --prof-process`: the Node that wrote a log reads it, as the format is that of its V8. */
import { spawn } from 'node:child_process';
import type { Bytes } from '../../../shared/base/units.ts';

/** The text of a server with ten thousand functions has some 2 MB. */
const MOST_TEXT: Bytes = 256 * 1024 * 1024;
const TAIL = 2_000;

/** The text of --prof-process; throws with Node's message if it fails. `script` is loaded before it. */
export async function runProfProcess(node: string, log: string, script: string): Promise<string> {
  const child = spawn(node, ['--require', script, '--prof-process', log], { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const pieces: string[] = [];
  let length = 0;
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    length += piece.length;
    if (length > MOST_TEXT) child.kill('SIGKILL');
    else pieces.push(piece);
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr = (stderr + piece).slice(-TAIL);
  });
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve(signal ?? exit ?? 0));
  });
  if (code !== 0) throw new Error(`--prof-process: ${code} ${stderr.trim()}`);
  return pieces.join('');
}
