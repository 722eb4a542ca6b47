export function ensureFramework(name: 'fastify' | 'nest'): string | null;
