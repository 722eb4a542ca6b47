import { expect, test } from 'vitest';
import { formatFailure } from '../../../electron/cli/print/print-failure.ts';
import { fail } from '../../../shared/model/failure.ts';

test('the lines of a failure are indented, also where they end as on Windows', () => {
  const { failure } = fail('target-crashed', { verbatim: 'It ended.' });
  const detail = 'C:\\w\\crash.cjs:1\r\nthrow new Error(1)\r\n\r\nError: 1\r\n';
  const indented = '\n\n    C:\\w\\crash.cjs:1\n    throw new Error(1)\n    \n    Error: 1';
  expect(formatFailure({ ...failure, detail })).toContain(indented);
  expect(formatFailure({ ...failure, detail: 'one\ntwo' })).toContain('\n\n    one\n    two');
});
