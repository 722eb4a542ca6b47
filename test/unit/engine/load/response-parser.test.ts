import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { streamOf } from '../../../../electron/engine/load/event-counter.ts';
import { BAD, COMPLETE, MORE, ResponseParser } from '../../../../electron/engine/load/response-parser.ts';

const NAMES = { [MORE]: 'more', [COMPLETE]: 'complete', [BAD]: 'bad' };

interface Read {
  /** `closed`: complete only because the peer closed. */
  result: 'more' | 'complete' | 'bad' | 'closed';
  status: number;
  keepAlive: boolean;
}

/** Feeds the pieces one after the other, as sockets do, until the answer is complete; then lets the peer close. */
function read(pieces: readonly string[], method = 'GET'): Read {
  const parser = new ResponseParser(method);
  const buffer = Buffer.alloc(1024);
  for (const piece of pieces) {
    const progress = parser.feed(buffer, 0, buffer.write(piece, 'latin1'), 0);
    if (progress !== MORE) return { result: NAMES[progress] as Read['result'], status: parser.status, keepAlive: parser.keepAlive };
  }
  const result = parser.feedEnd() === COMPLETE ? 'closed' : 'more';
  return { result, status: parser.status, keepAlive: parser.keepAlive };
}

const answers: [name: string, text: string, expected: Read, method?: string][] = [
  ['length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', { result: 'complete', status: 200, keepAlive: true }],
  ['no body', 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n', { result: 'complete', status: 500, keepAlive: true }],
  ['no reason', 'HTTP/1.1 404\r\ncontent-length: 0\r\n\r\n', { result: 'complete', status: 404, keepAlive: true }],
  ['204', 'HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n', { result: 'complete', status: 204, keepAlive: true }],
  ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n', { result: 'complete', status: 304, keepAlive: true }],
  ['close', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok', { result: 'complete', status: 200, keepAlive: false }],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', { result: 'complete', status: 200, keepAlive: false }],
  [
    'HTTP/1.0 kept alive',
    'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  ['until close', 'HTTP/1.1 200 OK\r\nServer: x\r\n\r\nhello', { result: 'closed', status: 200, keepAlive: false }],
  [
    'chunked',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'chunked behind another coding',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'chunked behind other codings, in another spelling',
    'HTTP/1.1 200 OK\r\ntransfer-ENCODING:deflate ,gzip,\tChunked \r\n\r\n2\r\nok\r\n0\r\n\r\n',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'chunked in a header of its own',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'chunked before another coding ends with the connection',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    { result: 'closed', status: 200, keepAlive: false },
  ],
  [
    'chunked with trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n1\r\na\r\n0\r\nT: v\r\n\r\n',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'interim answers',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', { result: 'complete', status: 200, keepAlive: true }, 'HEAD'],
  ['HEAD without length', 'HTTP/1.1 200 OK\r\nDate: now\r\n\r\n', { result: 'complete', status: 200, keepAlive: true }, 'HEAD'],
  ['HEAD, close', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n', { result: 'complete', status: 200, keepAlive: false }, 'HEAD'],
  [
    'folded header after one that is skipped',
    'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nX-Long: a\r\n close\r\nContent-Length: 1\r\n\r\na',
    { result: 'complete', status: 200, keepAlive: true },
  ],
  [
    'upgrade',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    { result: 'bad', status: 101, keepAlive: false },
  ],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', { result: 'bad', status: 0, keepAlive: false }],
  ['length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n', { result: 'bad', status: 200, keepAlive: false }],
  ['negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n', { result: 'bad', status: 200, keepAlive: false }],
  ['broken length', 'HTTP/1.1 200 OK\r\nContent-Length: 1.5\r\n\r\nok', { result: 'bad', status: 200, keepAlive: false }],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', { result: 'bad', status: 200, keepAlive: false }],
  [
    'chunk size that is none',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    { result: 'bad', status: 200, keepAlive: true },
  ],
  [
    'negative chunk size',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-4\r\nabcd\r\n',
    { result: 'bad', status: 200, keepAlive: true },
  ],
  ['cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', { result: 'more', status: 200, keepAlive: false }],
];

describe('a response is parsed the same way in one chunk, in single bytes and split anywhere', () => {
  test.each(answers)('%s', (_name, text, expected, method) => {
    expect(read([text], method)).toMatchObject(comparable(expected));
    expect(read([...text], method)).toMatchObject(comparable(expected));
    for (let cut = 1; cut < text.length; cut++) {
      expect(read([text.slice(0, cut), text.slice(cut)], method), `cut at ${cut}`).toMatchObject(comparable(expected));
    }
  });
});

/** What a bad answer says about itself is of no interest. */
function comparable(expected: Read): Partial<Read> {
  return expected.result === 'bad' ? { result: 'bad' } : expected;
}

test('parsing stops after a complete response; the next one in the same chunk is parsed on request', () => {
  const [first, second] = ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na', 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n'];
  const bytes = Buffer.from(first + second);
  const parser = new ResponseParser('GET');
  expect([parser.feed(bytes, 0, bytes.length, 0), parser.status, parser.offset]).toEqual([COMPLETE, 200, first.length]);
  expect([parser.feed(bytes, parser.offset, bytes.length, 0), parser.status, parser.offset]).toEqual([COMPLETE, 500, bytes.length]);
});

test('one parser parses one response after the other', () => {
  const parser = new ResponseParser('GET');
  for (const status of [200, 404, 200]) {
    const bytes = Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n\r\nok`);
    expect(parser.feed(bytes, 0, bytes.length, 0)).toBe(COMPLETE);
    expect(parser).toMatchObject({ status, keepAlive: true });
  }
});

test('a reset discards an incomplete response', () => {
  const parser = new ResponseParser('GET');
  const broken = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe');
  parser.feed(broken, 0, broken.length, 0);
  parser.reset();
  const whole = Buffer.from('HTTP/1.1 201 OK\r\nContent-Length: 0\r\n\r\n');
  expect(parser.feed(whole, 0, whole.length, 0)).toBe(COMPLETE);
  expect(parser.status).toBe(201);
});

test('endless headers are refused', () => {
  const parser = new ResponseParser('GET');
  const start = Buffer.from('HTTP/1.1 200 OK\r\n');
  parser.feed(start, 0, start.length, 0);
  const line = Buffer.alloc(64 * 1024, 'a');
  const results = Array.from({ length: 20 }, () => parser.feed(line, 0, line.length, 0));
  expect(results).toContain(BAD);
});

describe('with any input', () => {
  const texts = answers.map(([, text]) => text);
  /** A known answer with a few of its bytes replaced, cut anywhere. */
  const damaged = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(200), fc.constantFrom('\0', '\r', '\n', ' ', ':', '-', '0', 'f', 'Z', '\xff'))),
    )
    .map(([text, edits]) => edits.reduce((result, [at, byte]) => result.slice(0, at) + byte + result.slice(at + 1), text));

  test('parsing ends, and how the bytes are split makes no difference', () => {
    fc.assert(
      fc.property(damaged, fc.nat(200), (text, cut) => {
        const whole = read([text]);
        const pieces = read([text.slice(0, cut), text.slice(cut)].filter((piece) => piece !== ''));
        // What comes after a whole answer is noticed only when it comes with it.
        expect([pieces.result, pieces.status]).toEqual([whole.result, whole.status]);
      }),
      { seed: 1, numRuns: 3_000 },
    );
  });
});

test('events of a stream are counted, however it is split; comments and other types are none', () => {
  const body = ': ping\n\ndata: a\n\nid: 1\r\ndata: b\r\ndata: c\r\n\r\n\n\ndata: d\r\rdata: not yet';
  const whole = (type: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`;
  const eventsOf = (text: string, size: number): number | null => {
    const parser = new ResponseParser('GET');
    parser.expect('GET');
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0; at < bytes.length; at += size) parser.feed(bytes, at, Math.min(bytes.length, at + size), 0);
    return parser.events?.count ?? null;
  };
  for (const size of [1, 2, 3, 7, 1_000]) {
    expect(eventsOf(whole('text/event-stream; charset=utf-8'), size)).toBe(3);
    expect(eventsOf(whole('text/plain'), size)).toBeNull();
  }
});

test('of the events of a stream it is known when the first and the last came, and how many came at once with the first', () => {
  const parser = new ResponseParser('GET');
  parser.expect('GET');
  const feed = (text: string, now: number): void => {
    const bytes = Buffer.from(text, 'latin1');
    parser.feed(bytes, 0, bytes.length, now);
  };
  const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n`;
  feed('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n', 1_000);
  expect(streamOf(500, 500, parser.events)).toEqual({ kind: 'event-stream', start: 500, firstByte: 500, events: 0 });
  feed(chunk('data: a\n\ndata: b\n\n') + chunk('data: c\n\ndata: half'), 2_000);
  feed(chunk(' of it\n\n'), 3_000);
  feed(chunk(': ping\n\n'), 4_000);
  expect(streamOf(500, 500, parser.events)).toMatchObject({ events: 4, eventTimes: { first: 1_500, last: 2_500, withFirst: 3 } });
  parser.expect('GET');
  expect(streamOf(500, 500, parser.events)).toEqual({ kind: 'other', start: 500, firstByte: 500, events: 0 });
});
