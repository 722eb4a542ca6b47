/** An absolute path of any platform: a set-up may have been made on another machine. */
export function isWholePath(path: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(path);
}
