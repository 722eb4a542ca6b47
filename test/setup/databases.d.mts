export type Database = 'postgres' | 'mariadb' | 'redis';
export function ensureDatabase(name: Database): { readonly root: string; readonly libraries: readonly string[] } | null;
export function isInstalled(name: Database): boolean;
