export const ownMajor: number;
export const OLDEST_TARGET: number;
export const WITH_PERMISSIONS: number;
export const TARGET_MAJORS: readonly number[];
export const ENGINE_MAJORS: readonly number[];
export function findNode(major: number): string | null;
export function ensureNode(major: number): string | null;
export function ensureDeno(): string | null;
