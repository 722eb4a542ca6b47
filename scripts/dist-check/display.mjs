// A display to show windows on: the one that is there, or an Xvfb of our own.
import { spawn } from 'node:child_process';

/** Resolves with its name and how to end it; rejects where there is none and no Xvfb. */
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
