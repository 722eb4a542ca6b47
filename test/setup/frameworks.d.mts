export function ensureFramework(name: 'fastify' | 'koa' | 'nest' | 'drivers'): string | null;
