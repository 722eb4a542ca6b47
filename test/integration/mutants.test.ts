import { testMutants } from '../helpers/mutant-suite.ts';

testMutants({ whole: 400, inside: 1_600, seed: 14, patienceMs: 240_000 });
