/** What each variant, or each cell, sent first. Unasked only where they differ in kind, which is to be known before any figure is read. */
import { type FirstResponses, firstResponses } from '../../first-responses.ts';
import { EVERYWHERE } from '../run-table.ts';
import type { ComparedTable, TableOfPair } from './compared-table.ts';

const tablesOf = ({ sizes, headers }: FirstResponses): TableOfPair[] => [sizes, ...headers].map((table) => ({ table }));

export const RESPONSES: ComparedTable = {
  id: 'responses',
  section: 'responses',
  of: ({ info }) => {
    const firsts = firstResponses(info);
    return firsts?.differ ? tablesOf(firsts) : [];
  },
  named: ({ info }) => {
    const firsts = firstResponses(info);
    return firsts === null ? [] : tablesOf(firsts);
  },
  on: EVERYWHERE,
  key: 'runs[].answers',
};
