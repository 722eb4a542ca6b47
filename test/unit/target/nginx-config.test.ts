import { expect, test } from 'vitest';
import { writeNginxConfig } from '../../../electron/engine/target/nginx-config.ts';

test('every copy is behind the port, connections stay open, and nothing lies outside the folder', () => {
  const config = writeNginxConfig({ port: 8000, backends: [8001, 8002], user: null });
  for (const line of [
    'listen 127.0.0.1:8000;',
    'server 127.0.0.1:8001;',
    'server 127.0.0.1:8002;',
    'keepalive 64;',
    'proxy_read_timeout 60s;',
  ])
    expect(config).toContain(line);
  expect(config).not.toMatch(/^user /m);
  expect(config).not.toMatch(/(?:pid|_path) \//);
});

test('started by root, its workers stay root', () => {
  expect(writeNginxConfig({ port: 1, backends: [2], user: 'root' })).toContain('\nuser root;\n');
});
