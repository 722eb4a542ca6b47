import { testMutants } from '../helpers/mutant-suite.ts';

testMutants({ whole: 100, inside: 400, seed: 14, patienceMs: 240_000 });
