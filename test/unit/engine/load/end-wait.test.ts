/** What is in flight when a load ends, by the client that makes the load of a run, on a machine whose time is simulated. */
import { describe, expect, test } from 'vitest';
import { lateFrom, longestWait } from '../../../../electron/engine/load/end-wait.ts';
import type { ClientPlan } from '../../../../electron/engine/load/load-client.ts';
import { ArrivalsSource } from '../../../../electron/engine/load/sources/arrivals-source.ts';
import { ClosedSource } from '../../../../electron/engine/load/sources/closed-source.ts';
import { UsersSource } from '../../../../electron/engine/load/sources/users-source.ts';
import { Schedule } from '../../../../shared/model/load/schedule.ts';
import { UNANSWERED } from '../../../../shared/model/run.ts';
import { silentUs } from '../../../../shared/model/silence.ts';
import { MS, ON_DEMAND, Played, S } from '../../../helpers/played-load.ts';
import { seededRandom } from '../../../helpers/random.ts';
import type { Piece, SimulatedServer } from '../../../helpers/simulated-machine.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';
const EVENTS = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const quick: SimulatedServer = (now) => now + 5 * MS;
/** The first so many are answered at once. */
const hangsAfter =
  (count: number, server = quick): SimulatedServer =>
  (now, nth) =>
    nth < count ? server(now, nth) : null;

const closed = (connections: number, seconds: number): Partial<ClientPlan> => ({ connections, opens: 'ahead', duration: seconds * S });
const playClosed = (server: SimulatedServer, connections: number, seconds: number, how = {}): Played =>
  new Played(new ClosedSource(Infinity), server, closed(connections, seconds), how);
const arrivals = (rate: number, seconds: number): ArrivalsSource =>
  new ArrivalsSource(new Schedule([{ from: rate, to: rate, seconds }]), null, { nth: 0, of: 1 });

/** sent = completed + failed + unfinished, and rows are told as they are. */
function expectToAddUp({ load }: Played): void {
  expect(load.counts.sent).toBe(load.completed + load.failed + load.unanswered + load.counts.inFlight);
}

const ended = ({ lasted }: Played): number => lasted / S;

test('late is what is older than a second, of a short load than half of it, and than three times the 99 % percentile', () => {
  expect(lateFrom(10 * S, Number.NaN)).toBe(S);
  expect(lateFrom(1 * S, 5 * MS)).toBe(0.5 * S);
  expect(lateFrom(10 * S, 2 * S)).toBe(6 * S);
  expect([longestWait(10 * S), longestWait(3 * S), longestWait(60 * S)]).toEqual([5 * S, 1.5 * S, 5 * S]);
});

describe('a closed load', () => {
  test('whose server never responds again: all that hang are unanswered, with their age, and the measured phase is as long as planned', () => {
    const played = playClosed(hangsAfter(1_000), 10, 10).run();
    expect([played.load.completed, played.load.failed, played.load.unanswered]).toEqual([1_000, 0, 10]);
    expect(played.load.counts).toEqual({ sent: 1_010, inFlight: 0 });
    expect([played.atUs, played.phaseEndUs]).toEqual([10 * S, 10 * S]);
    // It hung from 0.5 s on, and was waited for until 15 s.
    expect(played.load.oldestUs / S).toBeCloseTo(14.5, 1);
    expect(played.liveness!.waited / S).toBeCloseTo(5, 1);
    const { silences } = played.liveness!;
    expect(silences).toHaveLength(1);
    expect(silences[0]).toMatchObject({ to: 10 * S, inFlight: 10 });
    expect(silentUs(silences[0]!) / S).toBeCloseTo(9.5, 1);
    expectToAddUp(played);
  });

  test('that is answered within its time ends at its time, and nothing is waited for', () => {
    const played = playClosed(quick, 10, 2).run();
    expect([played.load.unanswered, played.atUs, played.phaseEndUs]).toEqual([0, 2 * S, null]);
    expect(played.liveness).toMatchObject({ waited: 0, silences: [], streams: [] });
    expectToAddUp(played);
  });

  test('of 6 s in a run of 10 s: what is young for such a server is merely in flight', () => {
    const played = playClosed((now) => now + 6 * S, 4, 10).run();
    expect([played.load.completed, played.load.unanswered, played.load.counts.inFlight, played.phaseEndUs]).toEqual([4, 0, 4, null]);
  });

  test('each 50th request held for 4 s, in 3 s: it comes while it is waited for, and counts in no throughput', () => {
    const played = playClosed((now, nth) => now + (nth % 50 === 49 ? 4 * S : 5 * MS), 8, 3).run();
    expect([played.load.unanswered, played.load.failed]).toEqual([0, 0]);
    const late = played.column('start').filter((start, row) => start + played.column('latency')[row]! > 3 * S);
    expect(late.length).toBeGreaterThan(0);
    expect(played.load.completed - played.load.expectedInTime).toBe(late.length);
    expect(ended(played)).toBeLessThan(4.6);
    // What completed last was answered in the wait; the seconds are those of the measured phase.
    expect(played.load.series(0).completed).toHaveLength(3);
    expectToAddUp(played);
  });

  test('what is waited for is decided when the load ends; what is not late for a server as slow as that is merely in flight', () => {
    const played = playClosed((now, nth) => now + (nth < 100 ? 5 * MS : nth % 4 === 0 ? 10 * S : 3 * S + (nth % 4) * 200 * MS), 4, 3).run();
    expect([played.load.completed, played.load.unanswered, played.load.counts.inFlight]).toEqual([103, 0, 1]);
    expect(played.liveness!.waited / S).toBeCloseTo(1.5, 1);
  });

  test('where one of many hangs, the wait is for that one; the others do not go on meanwhile', () => {
    const played = playClosed((now, nth) => (nth === 100 ? null : now + 5 * MS), 10, 4).run();
    expect([played.load.unanswered, played.load.failed]).toEqual([1, 0]);
    expect(played.load.oldestUs / S).toBeCloseTo(5.95, 1);
    expect(Math.max(...played.column('start'))).toBeLessThan(4 * S);
    expectToAddUp(played);
  });

  test('what was sent last is unanswered, too, where it hangs for as long as others were waited for', () => {
    // Three of four connections go on; the last hangs come in the last second.
    const played = playClosed((now, nth) => (nth === 100 || nth >= 2_380 ? null : now + 5 * MS), 4, 4).run();
    const young = played.column('start').filter((start, row) => played.column('status')[row] === UNANSWERED && start > 3 * S);
    expect([young.length, played.load.unanswered]).toEqual([3, 4]);
    expect(played.liveness!.waited / S).toBeCloseTo(2, 1);
    expectToAddUp(played);
  });

  test('headers and half of a body, and then nothing, is unanswered; what it has got is kept with it', () => {
    const half: SimulatedServer = (now) => [{ at: now + 5 * MS, text: HEAD + chunk('half') }];
    const played = playClosed(half, 3, 2).run();
    expect([played.load.completed, played.load.unanswered]).toEqual([0, 3]);
    for (const firstByte of played.column('firstByte')) expect(firstByte / MS).toBeCloseTo(5, 0);
    expect(played.load.bytes).toBeGreaterThan(100);
    expect(played.liveness!.streams).toEqual([]);
  });

  test('a download of which a byte comes while it is waited for is alive; one that is whole by then is completed', () => {
    const drip = (seconds: number): SimulatedServer => {
      return (now) => [
        { at: now + 5 * MS, text: HEAD },
        ...Array.from({ length: 10 * seconds }, (_, nth): Piece => ({ at: now + (nth + 1) * 100 * MS, text: chunk('x') })),
        { at: now + (10 * seconds + 1) * 100 * MS, text: '0\r\n\r\n' },
      ];
    };
    const alive = playClosed(drip(60), 4, 4).run();
    expect([alive.load.completed, alive.load.unanswered, alive.load.counts.inFlight]).toEqual([0, 0, 4]);
    expect(alive.liveness!.streams).toHaveLength(4);
    expect(alive.liveness!.streams[0]).toMatchObject({ kind: 'other', events: 0 });
    const whole = playClosed(drip(5), 4, 4).run();
    expect([whole.load.completed, whole.load.unanswered]).toEqual([4, 0]);
  });

  test('event streams are alive with the first byte after the end; their events are counted', () => {
    const stream: SimulatedServer = (now) => [
      { at: now + 5 * MS, text: EVENTS },
      ...Array.from(
        { length: 40 },
        (_, nth): Piece => ({ at: now + (nth + 1) * 500 * MS, text: chunk(`: ping\n\nid: ${nth}\ndata: x\r\n\r\n`) }),
      ),
    ];
    const played = playClosed(stream, 4, 10).run();
    expect([played.load.unanswered, played.load.failed, played.load.counts.inFlight]).toEqual([0, 0, 4]);
    expect(ended(played)).toBeLessThan(10.6);
    const { streams } = played.liveness!;
    expect(streams.map(({ kind, events }) => [kind, events])).toEqual(Array.from({ length: 4 }, () => ['event-stream', 21]));
    // Half a second between two events is silence of the server, but not for long.
    expect(Math.max(...played.liveness!.silences.map(silentUs))).toBeLessThanOrEqual(500 * MS);
  });

  test('in the wait no timeout fires; before, one fires only if no byte came for so long', () => {
    const hangs = playClosed(() => null, 2, 4, { timeoutS: 4.5 }).run();
    expect([hangs.load.failed, hangs.load.unanswered]).toEqual([0, 2]);
    const drip: SimulatedServer = (now) =>
      Array.from({ length: 30 }, (_, nth) => ({ at: now + nth * 900 * MS, text: nth === 0 ? HEAD : chunk('x') }));
    const slow = playClosed(drip, 2, 10, { timeoutS: 1 }).run();
    expect([slow.load.failed, slow.load.unanswered, slow.liveness!.streams.length]).toEqual([0, 0, 2]);
    const stops: SimulatedServer = (now) => [{ at: now + 100 * MS, text: HEAD }];
    expect(playClosed(stops, 2, 4, { timeoutS: 1 }).run().load.errorCounts().TIMEOUT).toBeGreaterThanOrEqual(4);
  });

  test('Stop ends the wait at once, and what was waited for has its age of then', () => {
    const played = playClosed(() => null, 2, 4);
    played.run(5 * S);
    expect(played.phaseEndUs).toBe(4 * S);
    played.stop();
    expect([played.atUs, played.load.unanswered]).toEqual([4 * S, 2]);
    expect(played.load.oldestUs / S).toBeCloseTo(5, 1);
  });

  test('Stop in the measured phase waits for nothing: what is late is told, a stream that goes on is alive, the rest is in flight', () => {
    const mixed: SimulatedServer = (now, nth) => {
      if (nth === 0) return null;
      if (nth === 1)
        return Array.from({ length: 100 }, (_, at) => ({ at: now + at * 300 * MS, text: at === 0 ? EVENTS : chunk('data: x\n\n') }));
      return now + 5 * MS;
    };
    const played = playClosed(mixed, 4, 60);
    played.run(5 * S);
    played.stop();
    expect(played.load.unanswered).toBe(1);
    expect(played.load.oldestUs / S).toBeCloseTo(5, 1);
    expect(played.liveness!.streams).toHaveLength(1);
    expect(played.load.counts.inFlight).toBe(3);
    expect(played.atUs! / S).toBeCloseTo(5, 1);
    expectToAddUp(played);
  });

  test('with an amount, each request has its outcome: what hangs times out, and nothing is waited for beyond', () => {
    const plan = { connections: 10, opens: 'ahead', duration: Infinity } as const;
    const played = new Played(new ClosedSource(30), hangsAfter(20), plan, { timeoutS: 3 }).run();
    expect([played.load.completed, played.load.errorCounts(), played.load.unanswered]).toEqual([20, { TIMEOUT: 10 }, 0]);
  });

  test('a connection that never opens: its request is in flight all the same', () => {
    const played = playClosed(quick, 3, 4);
    played.machine.accepts = false;
    played.run();
    expect([played.load.completed, played.load.unanswered]).toEqual([0, 3]);
    expect(played.liveness!.silences).toMatchObject([{ from: 0, to: 4 * S, inFlight: 3 }]);
  });
});

describe('arrivals', () => {
  test('whose server never responds again: all that came since are unanswered, and no timeout decides', () => {
    const played = new Played(arrivals(50, 10), hangsAfter(100)).run();
    expect([played.load.completed, played.load.failed, played.load.unanswered]).toEqual([100, 0, 400]);
    expect(played.atUs! / S).toBeCloseTo(10, 1);
    expect(ended(played)).toBeCloseTo(15, 1);
    expect(Math.max(...played.liveness!.silences.map(silentUs)) / S).toBeCloseTo(8, 1);
    expectToAddUp(played);
  });

  test('that a server works off after the schedule are waited for as long as it does; who waits longer than anybody would times out', () => {
    // 20 a second.
    let freeAt = 0;
    const slow: SimulatedServer = (now) => {
      freeAt = Math.max(now, freeAt) + 50 * MS;
      return freeAt;
    };
    const played = new Played(arrivals(38, 10), slow).run();
    expect([played.load.completed, played.load.unanswered, played.load.failed]).toEqual([380, 0, 0]);
    freeAt = 0;
    const over = new Played(arrivals(60, 30), slow, ON_DEMAND, { timeoutS: 10 }).run();
    expect(over.load.failed).toBeGreaterThan(100);
    expect(over.load.unanswered).toBe(0);
    expect(over.load.latency.max).toBeLessThan(10.1 * S);
    expectToAddUp(over);
  });

  test('each 50th held for 4 s, for 3 s: all are answered', () => {
    const played = new Played(arrivals(100, 3), (now, nth) => now + (nth % 50 === 49 ? 4 * S : 5 * MS)).run();
    expect([played.load.completed, played.load.unanswered, played.load.failed]).toEqual([300, 0, 0]);
  });

  test('of which one in 30 hangs: those are unanswered', () => {
    const played = new Played(arrivals(100, 3), (now, nth) => (nth % 30 === 29 ? null : now + 5 * MS)).run();
    expect([played.load.completed, played.load.unanswered, played.load.failed]).toEqual([290, 10, 0]);
    expect(ended(played)).toBeLessThan(5);
  });

  test('a schedule that ends with a pause: nobody is in flight, and that is no silence', () => {
    const source = new ArrivalsSource(new Schedule([30, 0].map((rate) => ({ from: rate, to: rate, seconds: 3 }))), null, { nth: 0, of: 1 });
    const played = new Played(source, quick).run();
    expect(played.load.completed).toBe(90);
    expect(played.liveness).toMatchObject({ silences: [], waited: 0 });
  });
});

describe('a sweep', () => {
  const levels = [1, 2, 4].map((connections) => ({ connections, source: new ClosedSource(Infinity), duration: 2 * S }));
  const fresh = (): typeof levels => levels.map((level) => ({ ...level, source: new ClosedSource(Infinity) }));

  test('whose server hangs in a level goes on with the next one: what was unanswered has its level', () => {
    const played = new Played(fresh(), (now, nth) => (nth === 450 ? null : now + 5 * MS), { opens: 'ahead' }).run();
    const [phase, status] = [played.column('phase'), played.column('status')];
    expect(phase.filter((_, row) => status[row] === UNANSWERED)).toEqual([1]);
    expect(phase.filter((own) => own === 2).length).toBeGreaterThan(1_000);
    expect([played.load.unanswered, played.load.failed, played.load.counts.inFlight]).toEqual([1, 0, 0]);
    expectToAddUp(played);
  });

  test('whose server is dead from the second level on ends within seconds', () => {
    const played = new Played(fresh(), hangsAfter(450), { opens: 'ahead' }).run();
    expect(played.load.unanswered).toBe(2 + 4);
    expect(ended(played)).toBeLessThan(10);
    expect(played.liveness!.silences.at(-1)!.inFlight).toBe(4);
  });

  test('of event streams: each level ends, and the streams are told', () => {
    const stream: SimulatedServer = (now) =>
      Array.from({ length: 60 }, (_, nth) => ({ at: now + nth * 200 * MS, text: nth === 0 ? EVENTS : chunk('data: x\n\n') }));
    const played = new Played(fresh(), stream, { opens: 'ahead' }).run();
    expect([played.load.unanswered, played.liveness!.streams.length, played.load.counts.inFlight]).toEqual([0, 7, 7]);
  });
});

test('users who have finished are no silence; one who hangs times out', () => {
  const users = new UsersSource({ users: 5, first: 0, part: { nth: 0, of: 1 }, requests: 10, spread: 4 * S });
  const played = new Played(
    users,
    (now, nth) => (nth === 20 ? null : now + 5 * MS),
    { opens: 'by user', connections: 5 },
    { timeoutS: 2 },
  ).run();
  expect([played.load.completed, played.load.errorCounts(), played.load.unanswered]).toEqual([49, { TIMEOUT: 1 }, 0]);
  // From when it was sent to when it was given up, or until another user came.
  expect(Math.max(...played.liveness!.silences.map(silentUs))).toBeLessThanOrEqual(2.1 * S);
});

test('whatever a server does, sent = completed + failed + unfinished, and the unanswered are a part of the unfinished', () => {
  const random = seededRandom(39);
  for (let round = 0; round < 60; round++) {
    const hangsFrom = random() < 0.5 ? Math.floor(random() * 400) : Infinity;
    const [oneIn, seconds, connections] = [2 + Math.floor(random() * 200), 0.3 + 4 * random(), 1 + Math.floor(random() * 12)];
    const server: SimulatedServer = (now, nth) => {
      if (nth >= hangsFrom) return null;
      const kind = nth % oneIn === 1 ? Math.floor(random() * 5) : 5;
      if (kind === 0) return null;
      if (kind === 1) return [{ at: now + 3 * MS, text: HEAD }];
      if (kind === 2) return [{ at: now + 3 * MS, text: 'SMTP\r\n\r\n' }];
      if (kind === 3)
        return Array.from({ length: 20 }, (_, at) => ({ at: now + (at + 1) * 400 * MS, text: at === 0 ? EVENTS : chunk('data: x\n\n') }));
      return now + (kind === 4 ? random() * 6 * S : 4 * MS);
    };
    const how = { timeoutS: 0.5 + 10 * random() };
    const model = round % 4;
    const played =
      model === 0
        ? playClosed(server, connections, seconds, how)
        : model === 1
          ? new Played(arrivals(20 + 100 * random(), seconds), server, { opens: 'on demand', connections: 4 * connections }, how)
          : model === 2
            ? new Played(
                [1, 3].map((level) => ({ ...closed(level, seconds), source: new ClosedSource(Infinity) })),
                server,
                {},
                how,
              )
            : new Played(new ClosedSource(200), server, { connections, opens: 'ahead', duration: Infinity }, how);
    if (round % 5 === 4) {
      played.run(random() * seconds * 1.5 * S);
      played.stop();
    }
    played.run();
    const { load, liveness } = played;
    expectToAddUp(played);
    expect(load.unanswered).toBeLessThanOrEqual(load.counts.sent - load.finished);
    expect(load.counts.inFlight).toBeGreaterThanOrEqual(liveness!.streams.length);
    expect(played.column('status').filter((status) => status === UNANSWERED)).toHaveLength(load.unanswered);
    // No load lasts for longer than its length, its wait, and what a queue takes until it times out.
    if (model !== 3 && model !== 2) expect(ended(played)).toBeLessThan(2 * seconds + how.timeoutS + 7);
    for (const { from, to, oldestStart } of liveness!.silences) {
      expect(from).toBeLessThan(to);
      expect(oldestStart).toBeLessThan(to);
    }
  }
});
