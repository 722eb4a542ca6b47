/** What the processes of a server asked of others. */
import { groupBy } from '../../base/group-by.ts';
import type { PeerCalls } from '../../model/peer-calls.ts';
import type { RecordedPeer } from '../../session/parts/peers.ts';
import { type Section, US_PER_MS } from './section.ts';

export const PEERS: Section<'peers', 'peers'> = {
  id: 'peers',
  entries: ['peers'],
  derive({ recording: { peers }, isWhole }) {
    if (peers.size === 0 || !isWhole) return {};
    const byPeer = groupBy([...peers.values()].flat(), ({ kind, to }) => `${kind} ${to}`);
    const all = [...byPeer.values()].map(addUp);
    return { peers: all.sort((a, b) => waitedMs(b) - waitedMs(a)) };
  },
};

function addUp(all: readonly [RecordedPeer, ...RecordedPeer[]]): PeerCalls {
  const sum = (of: (one: RecordedPeer) => number): number => all.reduce((total, one) => total + of(one), 0);
  const [{ kind, to }] = all;
  const calls = sum((one) => one.calls);
  const isLineKnown = sum(({ lines }) => lines) === calls;
  const ofLine = (of: (one: RecordedPeer) => number): number | null => (isLineKnown ? sum(of) / US_PER_MS : null);
  return {
    ...{ kind, to, calls },
    progressTotalMs: sum(({ progress }) => progress) / US_PER_MS,
    idleTotalMs: sum(({ idle }) => idle) / US_PER_MS,
    lineTotalMs: ofLine(({ line }) => line),
    lineIdleTotalMs: ofLine(({ lineIdle }) => lineIdle),
  };
}

function waitedMs({ progressTotalMs, lineTotalMs }: PeerCalls): number {
  return progressTotalMs + (lineTotalMs ?? 0);
}
