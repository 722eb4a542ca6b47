import type { V8Profile } from '../../shared/profile/import/v8-profile.ts';

/** A `.cpuprofile` with one stack per list of names, outermost first, each seen for one millisecond. */
export function v8ProfileOf(stacks: readonly (readonly string[])[], url = 'file:///srv/app.js'): V8Profile {
  const frame = (functionName: string, at: string) => ({ functionName, scriptId: '1', url: at, lineNumber: 0, columnNumber: 0 });
  const nodes = [{ id: 1, callFrame: frame('(root)', ''), children: [] as number[] }];
  const samples = stacks.map((names) =>
    names.reduce((parent, name) => {
      const id = nodes.length + 1;
      nodes[parent - 1]!.children.push(id);
      nodes.push({ id, callFrame: frame(name, url), children: [] });
      return id;
    }, 1),
  );
  return { nodes, startTime: 0, endTime: (samples.length + 1) * 1000, samples, timeDeltas: samples.map(() => 1000) };
}
