/** Servers that are no Node. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { ensureServer } from '../setup/servers.mjs';

/** The program. Where it cannot be had the test is skipped with the reason; under CI that is an error. */
export function needServer(name: 'nginx' | 'gunicorn', context: TestContext): string {
  const program = ensureServer(name);
  if (program !== null) return program;
  const reason = `${name} is not on PATH and could not be fetched.`;
  if (!['', '0', 'false'].includes(process.env.CI ?? '')) throw new Error(reason);
  return context.skip(reason);
}

/** A configuration of nginx in front of these ports, as a command that runs in its folder. */
export function nginxBefore(nginx: string, folder: string, port: number, backends: readonly number[]): string {
  mkdirSync(join(folder, 'tmp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path tmp/${name};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log stderr; worker_processes 2;
events { worker_connections 256; }
http {
  access_log off; ${temporary}
  upstream backends { ${backends.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://backends; } }
}
`,
  );
  return `${nginx} -e stderr -p . -c nginx.conf`;
}
