import { testKills } from '../helpers/session-kill-suite.ts';

testKills({ recordings: 2, savings: 3, timed: false });
