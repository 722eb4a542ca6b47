export const FUSES: readonly string[];
export function readFuses(binary: Uint8Array): Record<string, boolean> | null;
export function fuseRow(): Uint8Array;
