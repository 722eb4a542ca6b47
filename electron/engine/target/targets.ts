/** Which kinds of target there are. */
import type { Outcome } from '../../../shared/model/failure.ts';
import type { Target, TargetOf } from '../../../shared/model/setup/setup.ts';
import { DIRECT } from '../../../shared/model/setup/topology.ts';
import type { SetupProblem } from '../../../shared/protocol/setup-contract.ts';
import { commandTarget } from './command-target.ts';
import { groupTarget } from './members/group-target.ts';
import { topologyTarget } from './members/topology-target.ts';
import { pidTarget } from './pid-target.ts';
import { scriptTarget } from './script-target.ts';
import type { TargetKind, TargetPort, TargetRun } from './target-port.ts';
import { urlTarget } from './url-target.ts';

const TARGETS: { readonly [K in Target['kind']]: TargetKind<TargetOf<K>> } = {
  script: scriptTarget,
  command: commandTarget,
  group: groupTarget,
  url: urlTarget,
  pid: pidTarget,
};

export function checkTarget(asked: Target): Promise<readonly SetupProblem[]> {
  return kindOf(asked).check(asked);
}

export function knownUrl(asked: Target, url: string): string | null {
  return kindOf(asked).knownUrl(asked, url);
}

export function startTarget(asked: Target, run: TargetRun): Promise<Outcome<TargetPort>> {
  return kindOf(asked).start(asked, run);
}

function kindOf(asked: Target): TargetKind<Target> {
  if ('topology' in asked && asked.topology !== DIRECT) return topologyTarget as TargetKind<Target>;
  // The table relates the kind to its settings; the compiler cannot see that from a union.
  return TARGETS[asked.kind] as TargetKind<Target>;
}
