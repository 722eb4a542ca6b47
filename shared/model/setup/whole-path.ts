/** An absolute path of any platform: a set-up may have been made on another machine. */
export function isWholePath(path: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(path);
}

/** The folder that a whole path begins with, and what has been typed of a name in it; null: it is none. */
export function splitWholePath(path: string): { readonly folder: string; readonly name: string } | null {
  if (!isWholePath(path)) return null;
  const [, folder = '', name = ''] = /^(.*[/\\])([^/\\]*)$/s.exec(path) ?? [];
  // That of a root stays: `/`, `C:\`.
  return { folder: /^(?:[/\\]|[a-z]:[/\\])$/i.test(folder) ? folder : folder.slice(0, -1), name };
}
