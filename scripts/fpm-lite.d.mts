export interface Asked {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly maintainer: string;
  readonly to: string;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  readonly maps: readonly { readonly from: string; readonly to: string }[];
  readonly description?: string;
  readonly homepage?: string;
  readonly section?: string;
  readonly priority?: string;
}
export function parseArguments(args: readonly string[]): Asked;
export function controlFile(asked: Asked, installedKb: number): string;
