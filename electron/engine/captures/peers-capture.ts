/** What the program asks of other servers, added up without a hook, for runs whose figures are compared. */
import * as z from '../../../shared/base/schema.ts';
import { MOST_PEER_CHARACTERS, MOST_PEERS, PEER_KINDS } from '../../../shared/model/peer-calls.ts';
import { say } from '../../../shared/words/said.ts';
import { PEERS_VARIABLE } from '../agent/protocol.ts';
import { AgentCapture } from './agent-capture.ts';
import type { CapturePort, CaptureStore } from './capture-port.ts';
import { nameOfReport } from './reported.ts';

const sum = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const reportSchema = z
  .array(
    z.object({
      kind: z.enum(PEER_KINDS),
      to: z.string(),
      calls: z.number().int().min(0),
      progress: sum,
      idle: sum,
      lines: z.number().int().min(0),
      line: sum,
      lineIdle: sum,
    }),
  )
  .max(MOST_PEERS);

export function peersCapture(store: CaptureStore): CapturePort {
  return new AgentCapture({
    name: 'peers',
    options: {},
    env: [{ name: PEERS_VARIABLE, value: '1' }],
    what: say('recording.peers'),
    warn: (says) => store.record({ type: 'warning', says }),
    take(pid, given) {
      const report = reportSchema.safeParse(given).data;
      if (report === undefined) return false;
      const peers = report.map(({ to, ...sums }) => ({ ...sums, to: nameOfReport(to, MOST_PEER_CHARACTERS) }));
      store.record({ type: 'peers', pid, peers });
      return true;
    },
  });
}
