export interface FetchTools {
  canReach(): boolean | Promise<boolean>;
  install(): boolean;
  readonly terminal: { readonly isTTY?: boolean; write(text: string): unknown };
  now(): number;
}
export function fetchElectron(root: string, tools?: FetchTools): Promise<boolean>;
