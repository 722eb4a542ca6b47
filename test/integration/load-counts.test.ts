import { testCounts } from '../helpers/counting-suite.ts';

testCounts(10, 20_261);
