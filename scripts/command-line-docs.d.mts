export function fillFlags(text: string): string;
