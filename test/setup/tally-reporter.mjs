// A reporter for `npm test`: how many tests passed, failed and were skipped, each skipped one with its reason, as a file.
import { writeFileSync } from 'node:fs';

export const TALLY_VARIABLE = 'LOOPSCOPE_TALLY';

export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A file that cannot even be loaded has no tests; it counts as one that failed.
    const broken = modules.filter((module) => module.state() === 'failed' && inState('failed').every((test) => test.module !== module));
    const tally = {
      passed: inState('passed').length,
      failed: inState('failed').length + broken.length + unhandledErrors.length,
      skipped: inState('skipped').map((test) => ({ name: test.fullName, reason: test.result().note ?? null })),
    };
    writeFileSync(process.env[TALLY_VARIABLE], JSON.stringify(tally));
  }
}
