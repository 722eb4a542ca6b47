import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlanSessions } from '../../../../electron/engine/load/plan/plan-sessions.ts';
import type { RequestTimes } from '../../../../electron/engine/load/request-log.ts';
import type { ResponseSource } from '../../../../electron/engine/load/response-keeper.ts';
import { Sleepers } from '../../../../electron/engine/load/sleepers.ts';
import type { Turn } from '../../../../electron/engine/load/sources/source.ts';
import { MOST_EXAMINED } from '../../../../shared/model/load/limits.ts';
import { AS_EXPECTED } from '../../../../shared/model/run.ts';
import { UNMET } from '../../../../shared/plan/judge.ts';
import { compilePlan } from '../../../../shared/plan/program.ts';
import { planOf } from '../../../helpers/request-plans.ts';

const SECOND = 1e6;

function sessionsOf(text: string, { hasVisitors = false, part = { nth: 0, of: 1 } } = {}): PlanSessions {
  const program = compilePlan(planOf(`plan: 1\n${text}`), { tables: new Map(), bodies: new Map() });
  return new PlanSessions({ program, target: 'http://127.0.0.1:3000', keepAlive: true, seed: 1, part, hasVisitors });
}

function turnAt(intended: number): Turn {
  return { intended, request: 0, phase: 0, user: 0, until: 0 };
}

/** A whole response of these bytes, to the request of that turn. */
function end(sessions: PlanSessions, connection: number, { request, intended }: Turn, at: number, wire: string, status = 200): number {
  const bytes = Buffer.from(wire);
  const times = { index: connection, request, intended, bytes: bytes.length } as RequestTimes;
  const source: ResponseSource = { received: (most) => ({ form: 'wire', bytes: bytes.subarray(0, most) }) };
  return sessions.ended(times, at, status, source);
}

const OK = 'HTTP/1.1 200 OK\r\n\r\n';
const LOGIN = 'HTTP/1.1 200 OK\r\nSet-Cookie: sid=1\r\n\r\n{"t":"x"}';

const SEQUENCE = `sequence:
  - { url: /login, method: POST, capture: { t: { json: $.t } }, think: 1 }
  - { url: '/{{t}}', method: HEAD, expect: { contains: ok }, think: 2 }
values: { n: { counter: 1 } }`;

test('a connection goes on with its pass, and then begins another one as the same user', () => {
  const sessions = sessionsOf(SEQUENCE);
  const [login, page, again] = [turnAt(10 * SECOND), turnAt(0), turnAt(20 * SECOND)];
  expect([sessions.freeAt(3), sessions.isAmidst(3)]).toEqual([-Infinity, false]);
  expect(sessions.next(3, login, login.intended).bytes.toString()).toMatch(/^POST \/login HTTP\/1\.1\r\n(?!.*Cookie)/s);
  expect(end(sessions, 3, login, 11 * SECOND, LOGIN)).toBe(0);
  expect([sessions.freeAt(3), sessions.isAmidst(3), sessions.isAmidst(4)]).toEqual([12 * SECOND, true, false]);

  const { bytes, method } = sessions.next(3, page, 12.5 * SECOND);
  expect([page.request, page.intended, method]).toEqual([1, 12 * SECOND, 'HEAD']);
  expect(bytes.toString()).toMatch(/^HEAD \/x HTTP\/1\.1\r\n.*Cookie: sid=1\r\n/s);
  expect(end(sessions, 3, page, 13 * SECOND, OK)).toBe(1 + UNMET.indexOf('contains'));
  expect([sessions.freeAt(3), sessions.isAmidst(3)]).toEqual([15 * SECOND, false]);
  expect(sessions.next(3, again, again.intended).bytes.toString()).toMatch(/^POST \/login .*Cookie: sid=1\r\n/s);
});

test('what is sent a little before its time counts from when it is sent', () => {
  const sessions = sessionsOf(SEQUENCE);
  const [login, page] = [turnAt(0), turnAt(0)];
  sessions.next(0, login, 0);
  end(sessions, 0, login, SECOND, LOGIN);
  sessions.next(0, page, 2 * SECOND - 300);
  expect(page.intended).toBe(2 * SECOND - 300);
});

test('a request that failed ends the pass', () => {
  const sessions = sessionsOf(SEQUENCE);
  const login = turnAt(0);
  sessions.next(0, login, 0);
  const TIMEOUT = 1;
  expect(end(sessions, 0, login, SECOND, '', TIMEOUT)).toBe(0);
  expect([sessions.isAmidst(0), sessions.freeAt(0)]).toEqual([false, 2 * SECOND]);
});

test('visitors are others each time, and those of several processes others than each other', () => {
  const plan = "requests: ['/{{r}}']\nvalues: { r: { random: [1, 1000000] } }";
  const paths = (nth: number, of: number, count: number): string[] => {
    const sessions = sessionsOf(plan, { hasVisitors: true, part: { nth, of } });
    return Array.from({ length: count }, () => {
      const turn = turnAt(0);
      const [, path] = sessions.next(7, turn, 0).bytes.toString().split(' ');
      end(sessions, 7, turn, 0, OK);
      return path!;
    });
  };
  const whole = paths(0, 1, 6);
  expect(new Set(whole).size).toBe(6);
  expect([paths(0, 2, 3), paths(1, 2, 3)]).toEqual([
    [whole[0], whole[2], whole[4]],
    [whole[1], whole[3], whole[5]],
  ]);
});

test('of a response as much is asked for as the plan looks at', () => {
  const needs = (text: string): number => sessionsOf(text).needsOf(0);
  expect([
    needs('cookies: false\nrequests: [/]'),
    needs('requests: [/]'),
    needs('requests: [{ url: /, expect: { contains: a } }]'),
  ]).toEqual([0, 16_384, MOST_EXAMINED]);
});

test('whoever sleeps is woken in the order of the times, and not before', () => {
  const act = fc.oneof(fc.record({ add: fc.nat({ max: 50 }) }), fc.record({ take: fc.nat({ max: 60 }) }));
  fc.assert(
    fc.property(fc.array(act, { maxLength: 100 }), (acts) => {
      const [sleepers, model] = [new Sleepers<number>(), [] as number[]];
      for (const one of acts) {
        if ('add' in one) {
          sleepers.add(one.add, one.add);
          model.push(one.add);
          model.sort((a, b) => a - b);
        } else {
          const due = model[0] !== undefined && model[0] <= one.take;
          expect(sleepers.take(one.take)).toBe(due ? model.shift() : null);
        }
        expect([sleepers.next, sleepers.isEmpty]).toEqual([model[0] ?? Infinity, model.length === 0]);
      }
    }),
    { seed: 11, numRuns: 1_000 },
  );
});

test('a redirect is marked where the plan names it, and nowhere else', () => {
  const sessions = sessionsOf('requests: [{ url: /named, expect: [200, 302] }]');
  const others = sessionsOf('requests: [/plain]');
  const unmetOf = (of: PlanSessions, status: number): number => {
    const turn = turnAt(0);
    of.next(0, turn, 0);
    return end(of, 0, turn, SECOND, OK, status);
  };
  expect([200, 302, 301].map((status) => unmetOf(sessions, status))).toEqual([0, AS_EXPECTED, 1 + UNMET.indexOf('status')]);
  expect([200, 302].map((status) => unmetOf(others, status))).toEqual([0, 0]);
});
