import { testKills } from '../helpers/session-kill-suite.ts';

testKills({ recordings: 5, savings: 8, timed: false });
