import type { PairsSetting } from '../../shared/model/setup/setting.ts';
import { useText } from '../i18n/i18n.tsx';
import { problemOfRow } from '../state/forms/check-form.ts';
import type { KeyValue, RowProblem } from '../ui/table/KeyValueTable.tsx';

/** The error shown at a row of variables or headers. */
export function useRowProblem(holds: PairsSetting['holds']): (row: KeyValue) => RowProblem | null {
  const text = useText('setup.problem');
  return (row) => {
    const problem = problemOfRow(holds, row);
    return problem && { at: problem === 'redacted' ? 'value' : 'name', text: text(problem) };
  };
}
