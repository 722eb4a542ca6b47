import { testKills } from '../helpers/session-kill-suite.ts';

testKills({ recordings: 10, savings: 200, timed: true });
