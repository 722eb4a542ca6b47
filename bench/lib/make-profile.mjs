// Profiles to open: made up ones of any size, the same each time, and longer ones of a real one.

/** Uniform numbers in [0, 1), by mulberry32. */
function makeRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const URLS = [
  ...['node:http', 'node:net', 'node:internal/streams/writable', 'node:events'],
  ...['express', 'body-parser', 'ejs', 'pg', 'lodash'].map((name) => `file:///srv/shop/node_modules/${name}/lib/index.js`),
  ...Array.from({ length: 40 }, (_, index) => `file:///srv/shop/src/module-${index}.js`),
];
const ROUTES = 40;
const IDLE_SHARE = 0.226;
/** Most nodes are there by then; new ones appear until the end of it. */
const GROWING_SHARE = 0.85;

/**
 * A server under load: requests go through a chain of the core and one of the routes, then along a graph of callees to a depth of 15 to 40.
 * A stack is sampled two or three times in a row, as sampled ones are.
 */
export function makeProfile({ seed, samples, nodes, functions }) {
  const random = makeRandom(seed);
  const below = (limit) => Math.floor(random() * limit);
  const frames = Array.from({ length: functions }, (_, index) => ({
    functionName: `${['read', 'write', 'parse', 'render', 'find', 'check'][index % 6]}${index}`,
    scriptId: String(index % URLS.length),
    url: URLS[index % URLS.length],
    lineNumber: index % 900,
    columnNumber: index % 40,
  }));
  const callees = frames.map(() => Array.from({ length: 2 + below(6) }, () => below(functions)));
  const bare = (functionName) => ({ functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 });
  const list = [];
  const add = (parent, callFrame, callee) => {
    const node = { id: list.length + 1, callFrame, hitCount: 0, children: [], callee, below: new Map() };
    list.push(node);
    parent?.children.push(node.id);
    return node;
  };
  const root = add(null, bare('(root)'));
  const [program, idle, gc] = ['(program)', '(idle)', '(garbage collector)'].map((name) => add(root, bare(name)));
  let core = root;
  for (let index = 0; index < 6; index++) core = add(core, frames[index], index);
  const routes = Array.from({ length: ROUTES }, (_, route) => add(core, frames[6 + route], 6 + route));
  const stack = (mayGrow) => {
    let node = routes[Math.floor(random() ** 2 * ROUTES)];
    for (let depth = 15 + below(26) - 8; depth > 0; depth--) {
      const choices = callees[node.callee];
      const callee = choices[Math.floor(random() ** 2 * choices.length)];
      let next = node.below.get(callee);
      if (next === undefined && mayGrow()) {
        next = add(node, frames[callee], callee);
        node.below.set(callee, next);
      }
      if (next === undefined) [next] = node.below.values();
      if (next === undefined) break;
      node = next;
    }
    return node;
  };
  const ids = [];
  const deltas = [];
  let at = root;
  for (let sample = 0; sample < samples; sample++) {
    const allowed = Math.min(nodes, 100 + (nodes * sample) / (samples * GROWING_SHARE));
    if (random() < 0.4) {
      const kind = random();
      at =
        kind < IDLE_SHARE ? idle : kind < IDLE_SHARE + 0.02 ? gc : kind < IDLE_SHARE + 0.03 ? program : stack(() => list.length < allowed);
    }
    at.hitCount++;
    ids.push(at.id);
    deltas.push(random() < 0.0005 ? 20_000 + below(30_000) : 900 + below(200));
  }
  const startTime = 1_000_000;
  return {
    nodes: list.map(({ id, callFrame, hitCount, children }) => ({ id, callFrame, hitCount, children })),
    startTime,
    endTime: startTime + deltas.reduce((sum, delta) => sum + delta, 0) + 1_000,
    samples: ids,
    timeDeltas: deltas,
  };
}

/** The same recording so many times in a row. */
export function repeatProfile(profile, times) {
  const repeat = (values) => Array.from({ length: times }, () => values).flat();
  return {
    ...profile,
    endTime: profile.startTime + (profile.endTime - profile.startTime) * times,
    samples: repeat(profile.samples),
    timeDeltas: repeat(profile.timeDeltas),
  };
}
