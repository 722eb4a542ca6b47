// A display for windows: the existing one, or a new Xvfb.
import { spawn } from 'node:child_process';

/** Resolves with its name and a function that ends it; rejects if there is neither a display nor Xvfb. */
export async function openDisplay() {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => {} };
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error('There is no display, and no Xvfb to make one (Debian: apt-get install xvfb).')));
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdout.once('data', (text) => resolve(String(text).trim()));
  });
  return { name: `:${number}`, close: () => void server.kill() };
}
