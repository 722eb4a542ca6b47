import { testMutants } from '../../helpers/mutant-suite.ts';

testMutants({ whole: 10_000, inside: 40_000, seed: 140, patienceMs: 1_800_000 });
