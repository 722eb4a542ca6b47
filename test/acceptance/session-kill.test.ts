import { testKills } from '../helpers/session-kill-suite.ts';

testKills({ recordings: 20, savings: 50 });
