import { type Said, say } from '../words/said.ts';
import type { Unmet } from './judge.ts';
import { quote } from './quote.ts';

/** What a response was not, as part of a sentence. */
export function tellUnmet(unmet: Unmet): Said {
  const params = { which: quote(unmet.which) };
  switch (unmet.kind) {
    case 'status':
      return say('plan.unmetStatus');
    case 'contains':
      return say('plan.unmetContains', params);
    case 'matches':
      return say('plan.unmetMatches', params);
    case 'json':
      return say('plan.unmetJson', params);
    case 'too-slow':
      return say('plan.unmetSlow');
    case 'capture':
      return say('plan.unmetCapture', params);
    case 'too-large':
      return say('plan.unmetLarge', params);
  }
}
