/** The text of NODE_OPTIONS: what we add to it for the user's program, and take out again for some of its children. Pure. */

/** In double quotes only where it has to be: Node takes them for part of the path before version 12. Inside them a backslash escapes. */
export function quoteNodeOption(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

/** The user's own stay in front. */
export function addPreload(nodeOptions: string | undefined, file: string): string {
  return [nodeOptions, `--require ${quoteNodeOption(file)}`].filter(Boolean).join(' ');
}

/** NODE_OPTIONS without our part, also if other options were added to it meanwhile. */
export function withoutPreload(nodeOptions: string): string {
  return nodeOptions
    .replace(/(^|\s)--require (?:"(?:[^"\\]|\\.)*?loopscope-preload\.cjs"|[^\s"]*loopscope-preload\.cjs)(?=\s|$)/g, '')
    .trim();
}

/** The preload could then not be read, and the program would not even start. `words`: what Node is given besides, or the command of a shell. */
export function usesPermissionModel(nodeOptions: string | undefined, words: readonly string[] = []): boolean {
  return /(^|[\s"'])--(experimental[-_])?permission(?=[=\s"']|$)/.test([nodeOptions, ...words].join(' '));
}
