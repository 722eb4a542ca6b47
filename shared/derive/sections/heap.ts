/** What functions allocate, in bytes. */
import { ALL_SAMPLES } from '../../model/profile/selection.ts';
import { HEAVY_LIMIT, type HeapFigures } from '../../model/report.ts';
import { HEAP_KINDS, inlines } from '../../model/setup/captures.ts';
import { WHOLE_PROFILE } from '../../profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../profile/tree/profile-figures.ts';
import { OF_PROFILES } from './profile.ts';
import type { RunPart, Section } from './section.ts';

export const HEAP: Section<'heap', 'heap'> = {
  id: 'heap',
  entries: OF_PROFILES,
  derive: (part) => ({ heap: heapOf(part) }),
};

function heapOf({ recording, window }: RunPart): HeapFigures | null {
  const of = HEAP_KINDS.find((kind) => recording.profileSources.some((source) => source.kind === kind));
  if (of === undefined || recording.header === null) return null;
  const asked = { ...WHOLE_PROFILE, selection: { ...ALL_SAMPLES, kind: of }, window };
  const { weight, samples, heavy } = computeProfileFigures(recording.profiles(asked.selection), asked, HEAVY_LIMIT, {
    tree: recording.callTree(asked),
  });
  return {
    of,
    samples,
    allocatedBytes: of === 'allocated' ? weight : null,
    liveBytes: of === 'alive' ? weight : null,
    isInlined: inlines(recording.header.setup.capture),
    heavy: heavy.map(
      ({ self, total, function: name, url, line, kind, selfPercent, totalPercent, samples: taken, selfMargin, totalMargin }) => ({
        ...{ function: name, url, line, kind, selfBytes: self, selfPercent, totalBytes: total, totalPercent },
        ...{ samples: taken, selfMargin: selfMargin ?? null, totalMargin: totalMargin ?? null },
      }),
    ),
  };
}
