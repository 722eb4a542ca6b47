export function ensureFramework(name: 'fastify' | 'koa' | 'nest'): string | null;
