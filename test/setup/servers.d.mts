export function findServer(name: 'nginx' | 'gunicorn'): string | null;
export function ensureServer(name: 'nginx' | 'gunicorn'): string | null;
