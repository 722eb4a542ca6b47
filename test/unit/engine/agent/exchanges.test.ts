import { expect, test } from 'vitest';
import { Exchanges, Served } from '../../../../electron/engine/agent/requests/request-observer.ts';
import { FIRST_SHARED, RequestRing } from '../../../../electron/engine/agent/requests/request-ring.ts';

function start() {
  const ring = new RequestRing();
  const reader = ring.reader();
  const exchanges = new Exchanges(ring);
  const toldUs = (): number[] => {
    const us: number[] = [];
    reader.readExchanges((row) => us.push(row[2]!));
    return us;
  };
  return { exchanges, toldUs };
}

const request = (number: number): Served => new Served(number, 0, '/', { pattern: null }, 0, 0);
const end = (exchanges: Exchanges, one: Served): void => {
  one.isEnded = true;
  one.routeNumber = 0;
  exchanges.end(one);
};

test('work of something shared is told when all requests that asked for it have ended', () => {
  const { exchanges, toldUs } = start();
  const [one, other] = [request(1), request(2)];
  exchanges.begin({ time: 1, shared: FIRST_SHARED, us: 10, of: [one, other] });
  end(exchanges, one);
  expect(toldUs()).toEqual([]);
  end(exchanges, other);
  expect(toldUs()).toEqual([10, 10]);
});

test('a request that goes on for ever does not gather what is not told', () => {
  const { exchanges, toldUs } = start();
  const [endless, short] = [request(1), request(2)];
  for (let us = 1; us <= 5_000; us++) exchanges.begin({ time: us, shared: FIRST_SHARED, us, of: [endless] });
  expect(endless.exchanges.length).toBeLessThanOrEqual(1_000);
  exchanges.begin({ time: 1, shared: FIRST_SHARED, us: 7, of: [short] });
  end(exchanges, short);
  expect(toldUs()).toEqual([7]);
});
