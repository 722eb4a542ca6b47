/** Two snapshots by constructor. */
import type { ConstructorChange, ConstructorFigures, HeapDifference, HeapSummary } from '../model/heap-summary.ts';

/** Of constructors that both summaries list, or one of them. */
export function compareHeaps(now: HeapSummary, before: HeapSummary): HeapDifference {
  const [own, old] = [byName(now), byName(before)];
  const changes = [...new Set([...own.keys(), ...old.keys()])].map(
    (name): ConstructorChange => ({
      name,
      countBefore: old.get(name)?.count ?? 0,
      count: own.get(name)?.count ?? 0,
      selfBytesBefore: old.get(name)?.selfBytes ?? 0,
      selfBytes: own.get(name)?.selfBytes ?? 0,
    }),
  );
  return {
    objectsBefore: before.objects,
    objects: now.objects,
    bytesBefore: before.bytes,
    bytes: now.bytes,
    changes: changes
      .filter((one) => one.count !== one.countBefore || one.selfBytes !== one.selfBytesBefore)
      .sort((a, b) => sizeOf(b) - sizeOf(a)),
  };
}

const sizeOf = ({ selfBytes, selfBytesBefore }: ConstructorChange): number => Math.abs(selfBytes - selfBytesBefore);

function byName({ constructors }: HeapSummary): Map<string, ConstructorFigures> {
  return new Map(constructors.map((one) => [one.name, one]));
}
