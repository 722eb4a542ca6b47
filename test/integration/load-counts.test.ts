import { testCounts } from '../helpers/counting-suite.ts';

testCounts(6, 20_261);
