// A reporter for `npm test`: how many tests passed, failed and were skipped, as a file: each failed one with its first
// error, each skipped one with its reason.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export const TALLY_VARIABLE = 'LOOPSCOPE_TALLY';
/** Set: the tests with the tag `long` are run, otherwise those without. */
export const LONG_VARIABLE = 'LOOPSCOPE_LONG_TESTS';

/** Lines of an error that are printed again at the end of the whole run. */
const ERROR_LINES = 12;

function tellError(error) {
  const place = error?.stacks?.[0] ?? error?.stack;
  const where = typeof place === 'object' ? `at ${place.file}:${place.line}` : '';
  const lines = stripVTControlCharacters(`${error?.message ?? error}\n${error?.diff ?? ''}`)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, ERROR_LINES), ...(where ? [where] : [])].join('\n');
}

export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    // Vitest reports what its filter leaves out as skipped.
    const isLong = process.env[LONG_VARIABLE] !== undefined;
    const tests = modules.flatMap((module) => [...module.children.allTests()]).filter(({ tags }) => tags.includes('long') === isLong);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A file that cannot even be loaded has no tests; it counts as one that failed.
    const broken = modules.filter((module) => module.state() === 'failed' && inState('failed').every((test) => test.module !== module));
    const tally = {
      passed: inState('passed').length,
      failed: [
        ...inState('failed').map((test) => ({
          name: `${test.module.relativeModuleId} > ${test.fullName}`,
          error: tellError(test.result().errors[0]),
        })),
        ...broken.map((module) => ({ name: module.relativeModuleId, error: tellError(module.errors()[0]) })),
        ...unhandledErrors.map((error) => ({ name: 'outside any test', error: tellError(error) })),
      ],
      skipped: inState('skipped').map((test) => ({ name: test.fullName, reason: test.result().note ?? null })),
    };
    writeFileSync(process.env[TALLY_VARIABLE], JSON.stringify(tally));
  }
}
