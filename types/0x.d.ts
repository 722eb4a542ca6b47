/** 0x has no types. Of its parts those that electron/engine/ticks/zero-x.ts uses. */
declare module '0x/lib/ticks-to-tree.js' {
  /** Outermost frame first. */
  export type Stack = { readonly name: string; readonly type: string; readonly kind?: string | undefined }[];
  type Node = import('../shared/profile/ticks/import-zero-x.ts').ZeroXNode;
  export default function ticksToTree(
    ticks: Stack[],
    options: {
      readonly pathToNodeBinary: string;
      readonly inlined: Readonly<Record<string, readonly object[]>>;
      readonly mapFrames: (stack: Stack) => Stack;
    },
  ): { readonly merged: Node; readonly unmerged: Node };
}

declare module '0x/lib/v8-log-to-ticks.js' {
  type Stack = import('0x/lib/ticks-to-tree.js').Stack;
  export default function v8LogToTicks(
    log: string,
    options: { readonly pathToNodeBinary: string; readonly collectDelay: number },
  ): Promise<Stack[]>;
}
