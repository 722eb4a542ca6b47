export function isLicence(file: string): boolean;
export function packageFolder(file: string): string | null;
export function studyPackageFiles(root: string, folder?: string): Promise<string[]>;
/** Returns how many packages. */
export function copyStudyPackages(root: string, to: string): Promise<number>;
