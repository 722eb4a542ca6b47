/** The configuration of the nginx in front of copies of a server. Pure; all paths go on from the folder it is started in. */

import type { NginxSettings } from '../../../../shared/model/setup/topology.ts';

export interface NginxFront {
  readonly port: number;
  readonly backends: readonly number[];
  /** User of the workers. Started by root, they would run as a user who cannot write to that folder. Null: the user who starts it. */
  readonly user: string | null;
  readonly settings: NginxSettings;
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

export function writeNginxConfig({ port, backends, user, settings }: NginxFront): string {
  const { timeout, connections, keepalive, files, workers } = settings;
  const wait = `${Math.round(timeout * 1_000)}ms`;
  // Without any, asking the server to close its connection is enough: some versions refuse "keepalive 0".
  const kept = keepalive === 0 ? '' : `    keepalive ${keepalive};\n    keepalive_requests 1000000;\n`;
  return `daemon off;
${user === null ? '' : `user ${user};\n`}worker_processes ${workers === 0 ? 'auto' : workers};
${files === 0 ? '' : `worker_rlimit_nofile ${files};\n`}pid nginx.pid;
error_log stderr warn;

events {
  worker_connections ${connections};
}

http {
  access_log off;
${TEMPORARY.map((name) => `  ${name}_temp_path ${name}_temp;`).join('\n')}
  client_max_body_size 0;

  # Not closed after some requests: reconnecting would be measured as well.
  keepalive_requests 1000000;

  upstream backends {
${backends.map((backend) => `    server 127.0.0.1:${backend};`).join('\n')}
${kept}  }

  server {
    listen 127.0.0.1:${port};

    location / {
      proxy_pass http://backends;
      proxy_http_version 1.1;
      proxy_set_header Connection "${keepalive === 0 ? 'close' : ''}";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout ${wait};
      proxy_send_timeout ${wait};
      proxy_read_timeout ${wait};
    }
  }
}
`;
}
