/** The set-ups of formats 1 and 2: one kind of target, and everything else in `load`. Anything that is not such a set-up stays as it is. */
export function upgradeSetup(setup: unknown): unknown {
  if (!isObject(setup) || !isObject(setup.target) || !isObject(setup.load) || 'requests' in setup) return setup;
  const { target, load, ...others } = setup;
  const { url, method, headers, body, keepAlive, ...rest } = load;
  return {
    ...others,
    target: { kind: 'script', ...target },
    requests: [{ url, method, headers, body }],
    load: { keepBodies: true, ...rest },
    client: { kind: 'loopscope', keepAlive, pipelining: 1, workers: 1 },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
