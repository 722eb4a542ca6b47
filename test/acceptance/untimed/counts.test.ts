import { testCounts } from '../../helpers/counting-suite.ts';

testCounts(100, 7);
