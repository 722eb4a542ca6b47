/** What `loopscope probe` prints: the answer first, then what it stands on. */
export const probe = {
  answer: {
    one: 'It works on one request at a time; each takes about {service}, and the others wait in line.',
    several: 'It works on {workers, number} requests at once; each takes about {service}, and the others wait in line.',
    'not-saturated':
      'No limit was found: {atLeast, number} requests at once were all answered in about {service}. More connections (--max) may show one.',
    'not-steady':
      'How many requests it works on at once cannot be told: its responses do not come in steps of one service time ({service}), as they would from a fixed number of workers.',
    'too-fast':
      'How many requests it works on at once cannot be told: it answers in {service}, and a step of that size cannot be told from what the machine itself takes. A slower route shows it.',
    budget: 'How many requests it works on at once is not known: the time was over. Give it more (--budget).',
    stopped: 'Stopped before it was known how many requests it works on at once.',
    'no-answer': 'It stopped answering, and was left alone from then on.',
    capacity: 'It does not get faster beyond {capacity} requests at once (highest throughput, {throughput}/s, times service time).',
    synchronous: 'It is synchronous: another route has to wait as well, {meanwhile} instead of {alone}, while all its workers are busy.',
    asynchronous: 'Another route does not have to wait: {meanwhile} while all its workers are busy, {alone} alone.',
    unclear: 'Whether another route has to wait cannot be told: {meanwhile} instead of {alone}.',
    oneRoute:
      'Whether other requests wait as well cannot be told from one route; --light-url names another that takes next to nothing. (The report this study comes from calls a service with such a limit synchronous.)',
    peak: 'By the Universal Scalability Law throughput is highest at about {peak} connections.',
    failed: '{failed, number} requests failed and are in no figure.',
  },
  levels: 'Closed load',
  steps: 'All at once',
  column: {
    connections: 'connections',
    throughput: 'throughput',
    mean: 'mean',
    slowest: 'slowest',
    responses: 'responses',
    fastest: 'fastest',
    seen: 'seen',
  },
  none: 'none waited',
  waited: '{count, number} waited',
  unclear: 'no clear step',
  stage: {
    single: 'single requests',
    step: '{connections, number} requests at once',
    level: '{connections, number} connections for {seconds, number} s',
    light: 'the other route',
  },
} as const;
