import { expect, test } from 'vitest';
import { writeNginxConfig } from '../../../../electron/engine/target/members/nginx-config.ts';
import { USUAL_NGINX } from '../../../../shared/model/setup/topology.ts';

test('every copy is behind the port, connections stay open, and nothing lies outside the folder', () => {
  const config = writeNginxConfig({ port: 8000, backends: [8001, 8002], user: null, settings: USUAL_NGINX });
  for (const line of [
    'listen 127.0.0.1:8000;',
    'server 127.0.0.1:8001;',
    'server 127.0.0.1:8002;',
    'keepalive 64;',
    'proxy_read_timeout 60000ms;',
  ])
    expect(config).toContain(line);
  expect(config).not.toMatch(/^user /m);
  expect(config).not.toMatch(/(?:pid|_path) \//);
});

test('started by root, its workers stay root', () => {
  expect(writeNginxConfig({ port: 1, backends: [2], user: 'root', settings: USUAL_NGINX })).toContain('\nuser root;\n');
});

test('its settings are in it', () => {
  const settings = { timeout: 0.6, connections: 256, keepalive: 0, files: 1_024, workers: 1 };
  const config = writeNginxConfig({ port: 1, backends: [2], user: null, settings });
  for (const line of [
    'proxy_connect_timeout 600ms;',
    'proxy_send_timeout 600ms;',
    'proxy_read_timeout 600ms;',
    'worker_connections 256;',
    'proxy_set_header Connection "close";',
    'worker_rlimit_nofile 1024;',
    'worker_processes 1;',
  ])
    expect(config).toContain(line);
  expect(config).not.toMatch(/^ *keepalive /m);
});
