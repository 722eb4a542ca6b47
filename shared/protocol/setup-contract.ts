/** The part of the contract that forms need: Node binaries, files, earlier set-ups, plans, groups, and whether a set-up would start. */

import * as z from '../base/schema.ts';
import type { Bytes } from '../base/units.ts';
import type { Failure } from '../model/failure.ts';
import type { MeasuredCost } from '../model/profile/profiling-cost.ts';
import type { Setup } from '../model/setup/setup.ts';
import { setupSchema } from '../model/setup/setup-schema.ts';
import type { HarHosts } from '../plan/har.ts';
import type { Said } from '../words/said.ts';
import { filePath, gives, id, type Requests } from './request.ts';

const harChoiceSchema = z.strictObject({
  origins: z.array(z.string().min(1).max(300)).max(10_000),
  toTarget: z.boolean(),
  order: z.enum(['mix', 'sequence']),
  think: z.boolean(),
  credentials: z.boolean(),
});

export const setupRequests = {
  /** What this machine has last measured, for each way to take a profile. */
  'setup.costs': { needs: 'read', params: z.strictObject({}), reply: gives<MeasuredCost[]> },
  'nodes.list': { needs: 'act', params: z.strictObject({ refresh: z.boolean() }), reply: gives<NodeBinary[]> },
  /** Servers among the processes of this user that run Node, to measure one of them. */
  'nodes.running': { needs: 'act', params: z.strictObject({}), reply: gives<RunningNode[]> },
  /** Folders and files, for picking on the engine's machine. null: the start folder. */
  'files.list': {
    needs: 'act',
    params: z.strictObject({ dir: filePath.nullable(), kind: z.enum(['script', 'session', 'plan', 'har', 'group', 'folder', 'any']) }),
    reply: gives<FolderListing>,
  },
  /** The file or folder that a typed or pasted path leads to. `dir`: the folder that is shown; null: the start folder. */
  'files.find': {
    needs: 'act',
    params: z.strictObject({ typed: filePath, dir: filePath.nullable() }),
    reply: gives<{ readonly kind: 'folder' | 'file'; readonly path: string }>,
  },
  /** Problems a run with this set-up would meet, found without running anything. */
  'setup.check': { needs: 'act', params: z.strictObject({ setup: setupSchema }), reply: gives<SetupProblem[]> },
  /** Remembered set-ups, newest first; with `script`, of that script only. */
  'setup.remembered': { needs: 'act', params: z.strictObject({ script: filePath.nullable() }), reply: gives<RememberedSetup[]> },
  /**
   * A set-up of an earlier run, with the values of that run that no file has, as far as the engine still has them in memory.
   * `from`: rather those of this session, which need not be open; null: the last ones.
   */
  'setup.given': { needs: 'act', params: z.strictObject({ setup: setupSchema, from: id.nullable() }), reply: gives<Setup> },
  /** Forgets all remembered set-ups, for good. */
  'setup.forget-all': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** The text of a request plan, right or wrong. */
  'plan.open': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<{ readonly text: string }> },
  /** The text of a group, right or wrong, and the folder from which its paths go on. */
  'group.open': {
    needs: 'act',
    params: z.strictObject({ path: filePath }),
    reply: gives<{ readonly text: string; readonly folder: string }>,
  },
  /** The hosts in a recording of a browser. */
  'plan.har': { needs: 'act', params: z.strictObject({ path: filePath }), reply: gives<HarHosts> },
  /** `notes`: what is not as it was recorded. */
  'plan.of-har': {
    needs: 'act',
    params: z.strictObject({ path: filePath, choice: harChoiceSchema }),
    reply: gives<{ readonly text: string; readonly notes: readonly Said[] }>,
  },
} as const satisfies Requests;

export interface NodeBinary {
  readonly path: string;
  /** Without "v"; null when it could not be asked. */
  readonly version: string | null;
  /** Where it was found: PATH, nvm, fnm, volta, asdf, n, Homebrew, system ... */
  readonly source: string;
  /** Why it cannot be used; null: it can. */
  readonly problem: Said | null;
}

/** A process of Node that runs already. */
export interface RunningNode {
  readonly pid: number;
  /** Its script. */
  readonly title: string;
  /** That it listens on. */
  readonly ports: readonly number[];
}

export interface FolderListing {
  readonly dir: string;
  readonly parent: string | null;
  /** Folders that one often wants to go to. */
  readonly places: Readonly<Record<'start' | 'home' | 'saved', string>>;
  readonly entries: readonly {
    readonly name: string;
    readonly path: string;
    readonly kind: 'folder' | 'file';
    readonly size: Bytes;
    readonly modifiedAt: string;
  }[];
}

export interface SetupProblem {
  /** Path of the field in the set-up, for example `target.script`. */
  readonly field: string;
  readonly failure: Failure;
}

export interface RememberedSetup {
  readonly setup: Setup;
  readonly usedAt: string;
}
