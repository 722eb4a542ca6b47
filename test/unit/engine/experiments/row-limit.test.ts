import { expect, test } from 'vitest';
import { rowLimit } from '../../../../electron/engine/experiments/run/row-limit.ts';
import { MOST_ROWS } from '../../../../shared/model/run.ts';

test('the limit of requests can be lowered, and by nothing be raised', () => {
  expect(rowLimit('500')).toBe(500);
  for (const none of ['', '0', '-1', '1e3', 'many', String(MOST_ROWS + 1), '9'.repeat(12)]) expect(rowLimit(none), none).toBe(MOST_ROWS);
});
