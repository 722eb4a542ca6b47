export function importedPackages(folder: string): string[];
export function withDependencies(root: string, names: readonly string[]): string[];
