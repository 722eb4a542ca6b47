export function ensureFramework(name: 'express4' | 'fastify' | 'koa' | 'nest' | 'drivers'): string | null;
