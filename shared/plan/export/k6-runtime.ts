/**
 * What every exported script of k6 has below its plan: it interprets `PLAN`, `TABLES` and `TARGET`. Kept as text because it runs in k6 and
 * nowhere else. It is JavaScript that k6 has understood since 0.57, and has nothing of a plan in it.
 */
export const K6_RUNTIME = String.raw`const total = PLAN.requests.reduce((sum, { weight }) => sum + weight, 0);
// A body that nothing looks at is not kept.
const needsBody = ({ expect, captures }) =>
  expect.contains.length + expect.matches.length + expect.json.length > 0 || captures.some(({ from }) => from !== 'header');
const bodies = PLAN.requests.map(({ body }) => (body !== null && body.base64 !== undefined ? b64decode(body.base64) : null));

const encode = (value) =>
  encodeURIComponent(String(value)).replace(/['()*!]/g, (one) => '%' + one.charCodeAt(0).toString(16).toUpperCase());
const WRITE = {
  text: String,
  url: encode,
  path: (value) => String(value).replace(/#[^]*$/, '').replace(/[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z|~]+/g, encodeURIComponent),
  field: (value) => encode(value).replace(/%20/g, '+'),
  json: (value) => JSON.stringify(value),
  jsonText: (value) => JSON.stringify(String(value)).slice(1, -1),
};
const write = (parts, valueOf) => parts.map((part) => (typeof part === 'string' ? part : WRITE[part[1]](valueOf(part[0])))).join('');

// One pass has each value once: counters and rows by the number of the pass among all of the test, on however many machines.
function drawValues() {
  const nth = exec.scenario.iterationInTest;
  const drawn = new Map();
  for (const value of PLAN.values) {
    if (value.kind === 'counter') drawn.set(value.name, value.first + nth);
    else if (value.kind === 'random') drawn.set(value.name, value.least + Math.floor(Math.random() * (value.most - value.least + 1)));
    else drawn.set(value.name, TABLES[value.table][nth % TABLES[value.table].length][value.column]);
  }
  return drawn;
}

function valueAt(json, path) {
  let value = json;
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined;
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step < 0 ? value.length + step : step] : undefined;
    else value = typeof step === 'string' && Object.prototype.hasOwnProperty.call(value, step) ? value[step] : undefined;
  }
  return value;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return undefined;
  }
}

// Empty: the response is as the plan expects.
function findUnmet({ expect }, response, valueOf) {
  const { status } = response;
  if (expect.status.length === 0 ? status < 200 || status > 399 : !expect.status.includes(status)) return 'status';
  const text = response.body === null ? '' : response.body;
  if (expect.contains.some((parts) => !text.includes(write(parts, valueOf)))) return 'contains';
  if (expect.matches.some(({ source, flags }) => !new RegExp(source, flags).test(text))) return 'matches';
  if (expect.json.length > 0) {
    const json = parse(text);
    if (expect.json.some(({ path, value }) => valueAt(json, path) !== value)) return 'json';
  }
  return expect.maxMs !== null && response.timings.duration > expect.maxMs ? 'too slow' : '';
}

// Null: there is none, or none that can be used where the plan uses it.
function captureFrom(capture, response, origin) {
  let found;
  if (capture.from === 'json') found = valueAt(parse(response.body), capture.path);
  else if (capture.from === 'header') {
    const name = Object.keys(response.headers).find((one) => one.toLowerCase() === capture.header);
    found = name === undefined ? undefined : response.headers[name];
  } else {
    const match = new RegExp(capture.pattern.source, capture.pattern.flags).exec(response.body === null ? '' : response.body);
    found = match === null ? undefined : match[capture.pattern.group];
  }
  if (typeof found === 'number' || typeof found === 'boolean') return capture.asPath ? null : found;
  if (typeof found !== 'string') return null;
  if (capture.inHeader && !/^[\t\x20-\x7e\x80-\xff]*$/.test(found)) return null;
  if (!capture.asPath) return found;
  const path = found.startsWith(origin + '/') ? found.slice(origin.length) : found;
  return /^\/(?![/\\])/.test(path) ? path : null;
}

// Whether the user goes on.
function ask(at, values) {
  const request = PLAN.requests[at];
  const valueOf = (name) => values.get(name);
  const origin = request.origin === null ? TARGET : request.origin;
  const params = {
    headers: Object.fromEntries(request.headers.map(([name, parts]) => [name, write(parts, valueOf)])),
    tags: { name: request.name },
    timeout: PLAN.timeoutMs,
    redirects: 0,
    responseType: needsBody(request) ? 'text' : 'none',
    responseCallback: request.expect.status.length === 0 ? http.expectedStatuses({ min: 200, max: 399 }) : http.expectedStatuses(...request.expect.status),
  };
  if (!PLAN.cookies) params.jar = new http.CookieJar();
  const body = bodies[at] === null ? (request.body === null ? null : write(request.body, valueOf)) : bodies[at];
  const response = http.request(request.method, origin + write(request.path, valueOf), body, params);
  let unmet = response.error_code !== 0 && response.status === 0 ? 'no response' : findUnmet(request, response, valueOf);
  for (const capture of unmet === '' ? request.captures : []) {
    const value = captureFrom(capture, response, origin);
    if (value === null) unmet = 'capture';
    else values.set(capture.name, value);
  }
  check(null, { [request.name + ': as expected']: () => unmet === '' }, unmet === '' ? {} : { unmet });
  const [least, most] = request.thinkS;
  if (most > 0) sleep(least + Math.random() * (most - least));
  return unmet === '';
}

function pick() {
  let left = Math.random() * total;
  const at = PLAN.requests.findIndex(({ weight }) => (left -= weight) < 0);
  return at < 0 ? PLAN.requests.length - 1 : at;
}

export default function pass() {
  // Users who come over a time: each waits for its turn before its first pass.
  if (PLAN.spread !== null && exec.vu.iterationInScenario === 0)
    sleep((((exec.vu.idInTest - 1) % PLAN.spread.users) * PLAN.spread.seconds) / PLAN.spread.users);
  const values = drawValues();
  if (PLAN.order === 'mix') ask(pick(), values);
  else PLAN.requests.every((_, at) => ask(at, values));
}
`;
