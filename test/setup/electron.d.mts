export const ELECTRON_VARIABLE: string;
export const NO_ELECTRON_VARIABLE: string;
export const LIBRARIES: readonly string[];
export function findElectron(): string | null;
export function missingLibraries(program: string): string[];
export function ensureElectron(): { readonly program: string | null; readonly whyNot: string };
