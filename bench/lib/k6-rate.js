// For k6: RATE requests a second to URL for SECONDS, and the figures of the run as JSON in the file TOLD.
import http from 'k6/http';

const { RATE, URL, SECONDS, TOLD } = __ENV;
// What a server that answers in 5 ms needs, and more: with too few k6 drops what they are too busy for.
const users = Math.max(50, Math.ceil(RATE * 0.02));

export const options = {
  discardResponseBodies: true,
  scenarios: {
    rate: { executor: 'constant-arrival-rate', rate: Number(RATE), timeUnit: '1s', duration: `${SECONDS}s`, preAllocatedVUs: users },
  },
};

export default function ask() {
  http.get(URL);
}

export function handleSummary({ metrics }) {
  const count = (name) => metrics[name]?.values.count ?? 0;
  return { [TOLD]: JSON.stringify({ sent: count('http_reqs'), dropped: count('dropped_iterations') }) };
}
