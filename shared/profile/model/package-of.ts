/** Whose package a frame is of. */
import { packageElsewhere } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { FrameKind } from '../../model/report.ts';

/** The name behind the innermost `node_modules`, with its scope. */
const PACKAGE = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/][^\\/]+|[^\\/]+)/s;

/** A package of node_modules by its name, all of Node's own JavaScript as one; the code of the user and what has no file are of none. */
export interface Package {
  /** Empty: Node itself. */
  readonly name: string;
  readonly kind: Extract<FrameKind, 'dependency' | 'core'>;
}

/** What a bundler adds to load modules is one, too. Null: it lies in none. */
export function packageOfUrl(url: string): string | null {
  return PACKAGE.exec(url)?.[1]?.replace('\\', '/') ?? packageElsewhere(url);
}

/**
 * Whether a source map of a package leads out of it, to what would be a package beside it (`node_modules/src`): it was written where the package was built.
 */
export function isBesidePackage(mapped: string, generated: string): boolean {
  const [there, here] = [PACKAGE.exec(mapped), PACKAGE.exec(generated)];
  return there !== null && here !== null && there[1] !== here[1] && folderOf(there) === folderOf(here);
}

/** The `node_modules` that a package lies in. */
function folderOf([path, name]: RegExpExecArray): string {
  return path.slice(0, -name!.length);
}

/** `installed`: the package it is known to lie in, whatever its path says. */
function packageOf({ url, kind, package: installed }: Pick<Frame, 'url' | 'kind' | 'package'>): Package | null {
  if (kind === 'core') return { name: '', kind };
  if (kind !== 'dependency') return null;
  const name = installed ?? packageOfUrl(url);
  return name === null ? null : { name, kind };
}

/** The packages of some frames, each once; work per node then takes numbers instead of names. */
export interface NumberedPackages {
  readonly all: readonly Package[];
  /** By frame: its package in `all`, or NO_PACKAGE. */
  readonly numberOf: Int32Array;
}

export const NO_PACKAGE = -1;

export function numberPackages(frames: readonly Frame[]): NumberedPackages {
  const all: Package[] = [];
  const numbers = new Map<string, number>();
  const numberOf = Int32Array.from(frames, (frame) => {
    const of = packageOf(frame);
    if (of === null) return NO_PACKAGE;
    const known = numbers.get(of.name);
    if (known !== undefined) return known;
    numbers.set(of.name, all.length);
    return all.push(of) - 1;
  });
  return { all, numberOf };
}
