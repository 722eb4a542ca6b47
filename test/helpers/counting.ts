/** Rounds of load against a server that counts: what it received must be what was recorded. */
import { createServer } from 'node:http';
import { listen, runLoad } from './load.ts';
import type { PlanSettings } from './plans.ts';

export interface Round {
  plan: PlanSettings;
  received: number;
  recorded: number;
  failed: number;
  sent: number;
  unfinished: number;
}

/** A plan of random size: by amount or, every other time, by duration. */
export function randomPlan(random: () => number, nth: number): PlanSettings {
  const connections = 1 + Math.floor(random() * 60);
  const keepAlive = random() > 0.2;
  const amount = { by: 'amount', requests: 1 + Math.floor(random() * 3_000) } as const;
  const duration = { by: 'duration', seconds: 0.1 + random() * 0.5 } as const;
  return { connections, keepAlive, end: nth % 2 === 0 ? amount : duration, warmupS: random() > 0.8 ? 0.1 : 0 };
}

/** Loads a server of its own by the plan and counts on both sides. The server answers at once, or later, as the seed has it. */
export async function countRound(plan: PlanSettings, random: () => number): Promise<Round> {
  let received = 0;
  const slow = random() < 0.3;
  const server = await listen(
    createServer((request, response) => {
      if (request.method === 'GET') received++;
      if (slow) setTimeout(() => response.end('x'), random() * 10);
      else response.end('x');
    }),
  );
  const onWarm = () => {
    received = 0;
  };
  const { rows, counts } = await runLoad(server.url, plan, { onWarm });
  // What was sent in the last moment still has to reach the server's own event loop. A connection opened now is accepted after all of its.
  await fetch(server.url, { method: 'POST' });
  server.close();
  const failed = rows.filter((row) => row.error !== null).length;
  return { plan, received, recorded: rows.length, failed, sent: counts.sent, unfinished: counts.inFlight };
}
