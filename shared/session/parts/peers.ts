/** What each process asked of other servers, added up over the measured phase (model/peer-calls.ts). */
import * as z from '../../base/schema.ts';
import { showHidden } from '../../base/show-hidden.ts';
import { MOST_PEER_CHARACTERS, MOST_PEERS, PEER_KINDS } from '../../model/peer-calls.ts';
import { CAPS, clock, count, pid } from '../limits.ts';
import { FIELDS_ONLY, type SessionPart } from './part.ts';

/** Times in microseconds, of all calls together. `lines`: calls of which it is known how long they were in line, and `line` is of these. `idle`, `lineIdle`: while the event loop had nothing to do. */
const peer = z.strictObject({
  kind: z.enum(PEER_KINDS),
  to: z.string().max(MOST_PEER_CHARACTERS),
  calls: count,
  progress: clock,
  idle: clock,
  lines: count,
  line: clock,
  lineIdle: clock,
});
const peers = z.array(peer).max(MOST_PEERS).readonly();

export type RecordedPeer = z.infer<typeof peer>;
/** By process. */
export type RecordedPeers = ReadonlyMap<number, readonly RecordedPeer[]>;

/** Absent: not recorded, or recorded before it was. */
const FIELDS = { peers: z.array(z.strictObject({ pid, peers })).max(CAPS.parts).optional() };

/** As a whole each time: the last one counts. */
interface PeersEntry {
  readonly type: 'peers';
  readonly pid: number;
  readonly peers: readonly RecordedPeer[];
}

const PLACE = 'manifest.json';

const renamed = (all: readonly RecordedPeer[], rename: (name: string) => string): RecordedPeer[] =>
  all.map((one) => ({ ...one, to: rename(one.to) }));

export const PEERS_PART: SessionPart<'peers', PeersEntry, RecordedPeers, typeof FIELDS, readonly string[]> = {
  ...FIELDS_ONLY,
  name: 'peers',
  entries: ['peers'],
  redraws: null,
  empty: () => new Map(),
  add: (known, { pid: of, peers: own }) => new Map(known).set(of, own),
  fields: FIELDS,
  describe: (known) => (known.size === 0 ? {} : { peers: [...known].map(([of, own]) => ({ pid: of, peers: own })) }),
  read: (_, { peers: stored = [] }) =>
    stored.map(({ pid: of, peers: own }) => ({ type: 'peers', pid: of, peers: renamed(own, showHidden) })),

  redact: (entry, redaction) => ({ ...entry, peers: renamed(entry.peers, (name) => redaction.words(name)) }),
  leaveOut: ({ peers: stored }, { values }) =>
    stored === undefined || values === null
      ? { peers: stored }
      : { peers: stored.map((one) => ({ ...one, peers: renamed(one.peers, (name) => values.words(name)) })) },
  texts: (known) => [...known.values()].flatMap((own) => own.map(({ to }) => to)),
  tell(names, facts) {
    for (const name of names) {
      facts.addPlaces(name, PLACE);
      facts.addSuspicious(name, PLACE, 'words');
    }
  },
  tellPlaces: () => {},
  tellHosts(known, hosts) {
    for (const own of known.values()) for (const { to } of own) hosts.addText(to);
  },
};
