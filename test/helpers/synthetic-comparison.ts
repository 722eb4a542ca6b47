/** A made-up comparison with everything a real one has: two rounds, a run that takes no part, profiled runs, a note, a guess. */

import { Comparison, type ComparisonPass } from '../../electron/engine/sessions/comparison.ts';
import { journalSource, passDir, startComparisonFolder } from '../../electron/engine/sessions/comparison-file.ts';
import { createJournal, journalSession } from '../../electron/engine/sessions/journal.ts';
import { planPasses } from '../../shared/analysis/verdicts/order.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { RecordingEntry } from '../../shared/session/entries.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { SYNTHETIC_SETUP, syntheticEntries, syntheticHeader } from './synthetic-recording.ts';
import { messageOf, verbatim } from './worded.ts';

const SETUP: ComparisonSetup = {
  variants: ['one', 'other'].map((title) => {
    const target = { ...SYNTHETIC_SETUP.target, env: [{ name: 'MODE', value: title }] };
    return { title, setup: { ...SYNTHETIC_SETUP, target } };
  }),
  pairs: 2,
  question: 'p50',
  profiled: true,
  seed: 5,
  equivalencePercent: 5,
};

const ofItsOwn = ({ index, variant }: ComparisonPass): Iterable<RecordingEntry> =>
  syntheticEntries({ seed: 10 + index, seconds: 2.5, rowsPerSecond: 60 + 20 * variant });

/** Its journals lie in `dir`; `entriesOf`: what each run recorded. */
export async function syntheticComparison(dir: string, entriesOf = ofItsOwn): Promise<Comparison> {
  const { environment, createdAt } = syntheticHeader();
  const header = {
    id: 'comparison-1',
    name: 'One against other',
    createdAt,
    environment,
    setup: SETUP,
    study: 'ssr',
    made: 'series',
    keepsValues: false,
  } as const;
  const comparison = new Comparison(header, planPasses(SETUP));
  await startComparisonFolder(dir, comparison);
  for (const pass of comparison.passes) {
    const { index, variant } = pass;
    const created = await createJournal(passDir(dir, index), {
      ...syntheticHeader(`comparison-1#${index}`),
      setup: SETUP.variants[variant]!.setup,
    });
    if (!created.ok) throw new Error(messageOf(created.failure));
    const recording = new RunRecording();
    for (const entry of entriesOf(pass)) {
      recording.apply(entry);
      created.value.append(entry);
    }
    await created.value.close();
    await comparison.finishPass(
      index,
      journalSession(created.value, recording),
      journalSource(dir, index),
      index === 3 ? verbatim('Made up to fail.') : null,
    );
  }
  comparison.ending = 'completed';
  comparison.notes = 'Kept as written.\n';
  comparison.guess = 'same';
  return comparison;
}
