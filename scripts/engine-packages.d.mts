export function engineFiles(root: string): Promise<string[]>;
