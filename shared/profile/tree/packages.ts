/** The time of packages. */
import type { PackageRow } from '../../model/report.ts';
import type { CallTree } from './call-tree.ts';
import { packagesOf, sumGroups } from './groups.ts';

export function listPackages(tree: CallTree): PackageRow[] {
  return sumGroups(tree, packagesOf(tree.frames));
}
