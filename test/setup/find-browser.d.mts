export const BROWSER_VARIABLE: string;
export function findBrowser(): { path: string; version: string } | null;
