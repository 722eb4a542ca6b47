export function fillTables(text: string): string;
