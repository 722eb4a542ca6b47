// A process with all its descendants, and their memory. Linux only (/proc).
import { readdirSync, readFileSync } from 'node:fs';

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Process ids, the given one first. */
export function treeOf(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1];
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** Bytes. Proportional set size: memory that several processes share is counted once and not in each. */
export function proportionalSize(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

export const commandOf = (pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
