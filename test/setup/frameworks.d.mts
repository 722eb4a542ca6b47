export type Framework = 'express4' | 'fastify' | 'koa' | 'nest' | 'drivers';
export function findFramework(name: Framework): string | null;
export function ensureFramework(name: Framework): string | null;
