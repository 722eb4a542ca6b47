/** Opens the points of k6 (1.8), one for each request: lines of JSON (`--out json`), or a table (`--out csv`). */
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Imported, Importer } from '../../foreign/importer.ts';
import { isObject } from '../../foreign/read-json.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { K6_CHECKS } from '../../model/load/load-outcomes.ts';
import { loadResult, MOST_NAMED } from '../../model/load/load-result.ts';
import { say } from '../../words/said.ts';
import { ExactDistribution, toDistribution } from '../distribution.ts';
import { importedLoad, named, shownName, shownUrl } from './load-reader.ts';
import { Seconds } from './seconds.ts';

/** A request is in several metrics; this one has its time, whatever came of it. */
const DURATION = 'http_req_duration';
const DROPPED = 'dropped_iterations';
const JSON_POINT = `{"metric":"${DURATION}"`;
const JSON_DROPPED = `{"metric":"${DROPPED}"`;
const JSON_CHECK = `{"metric":"${K6_CHECKS}"`;
const CSV_HEAD = 'metric_name,timestamp,metric_value,';

interface Point {
  /** When its response was there, since 1970. */
  readonly endMs: number;
  readonly ms: number;
  readonly status: string;
  readonly error: string;
  readonly isExpected: boolean;
  readonly url: string;
}

export const K6_POINTS: Importer = {
  sniff: ({ brackets, keys }) => brackets === '{' && keys.has('metric') && keys.has('type') && keys.has('data'),
  read(text, name) {
    checkTextLength(text, name);
    const points = new Points(name);
    let number = 0;
    for (const line of linesOf(text)) {
      number += 1;
      if (!line.startsWith('{')) refuse('damaged', say('foreign.noRow', { name, line: number }), RECORD_AGAIN);
      const isDropped = line.startsWith(JSON_DROPPED);
      const isCheck = line.startsWith(JSON_CHECK);
      if (!isDropped && !isCheck && !line.startsWith(JSON_POINT)) continue;
      const data = pointIn(line);
      // Its first line says of which kind the metric is.
      if (data === 'metric') continue;
      const { time, value, tags } = data ?? {};
      if (typeof time !== 'string' || typeof value !== 'number')
        refuse('damaged', say('foreign.noRow', { name, line: number }), RECORD_AGAIN);
      if (isDropped) {
        points.dropped += value;
        continue;
      }
      if (isCheck) {
        points.addCheck(value);
        continue;
      }
      const tag = (of: string): string => (isObject(tags) && typeof tags[of] === 'string' ? (tags[of] as string) : '');
      points.add(
        {
          endMs: Date.parse(time),
          ms: value,
          status: tag('status'),
          error: tag('error') || tag('error_code'),
          isExpected: tag('expected_response') === 'true',
          url: tag('url'),
        },
        number,
      );
    }
    return points.imported('k6-points', isCut(text));
  },
};

export const K6_CSV: Importer = {
  sniff: ({ lines }) => lines[0]?.startsWith(CSV_HEAD) === true,
  read(text, name) {
    checkTextLength(text, name);
    const points = new Points(name);
    const lines = linesOf(text);
    const head = (lines.next().value ?? '').split(',');
    const place = (column: string): number => head.indexOf(column);
    const [status, error, code, expected, url] = ['status', 'error', 'error_code', 'expected_response', 'url'].map(place) as [
      number,
      number,
      number,
      number,
      number,
    ];
    let number = 1;
    for (const line of lines) {
      number += 1;
      const isDropped = line.startsWith(`${DROPPED},`);
      const isCheck = line.startsWith(`${K6_CHECKS},`);
      if (!isDropped && !isCheck && !line.startsWith(`${DURATION},`)) continue;
      const cells = cellsOf(line);
      if (cells.length !== head.length) refuse('damaged', say('foreign.noRow', { name, line: number }), RECORD_AGAIN);
      const value = Number(cells[2]);
      if (isDropped) points.dropped += value;
      else if (isCheck) points.addCheck(value);
      else
        points.add(
          {
            endMs: timeOf(cells[1]!),
            ms: value,
            status: cells[status] ?? '',
            error: cells[error] || cells[code] || '',
            isExpected: cells[expected] === 'true',
            url: cells[url] ?? '',
          },
          number,
        );
    }
    return points.imported('k6-csv', isCut(text));
  },
};

/** Seconds since 1970, or what K6_CSV_TIME_FORMAT makes of them. */
function timeOf(cell: string): number {
  return /^\d+$/.test(cell) ? Number(cell) * 1_000 : Date.parse(cell);
}

/** Cells in quotes may hold commas. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

function pointIn(line: string): Readonly<Record<string, unknown>> | 'metric' | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return null;
    if (value.type === 'Metric') return 'metric';
    return isObject(value.data) ? value.data : null;
  } catch {
    return null;
  }
}

const isCut = (text: string): boolean => !text.endsWith('\n');

/** k6 ends each of its lines: of a run that was killed the last one may be cut. */
function* linesOf(text: string): Generator<string, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    if (end < 0) return;
    const line = text.slice(start, end).trimEnd();
    if (line !== '') yield line;
    start = end + 1;
  }
  return undefined;
}

/** Longer ones have no place in a distribution: more than an hour. */
const LONGEST_MS = 4_294_967;
const US_PER_MS = 1_000;

class Points {
  dropped = 0;
  /** Null: the script has none. */
  private failedChecks: number | null = null;
  private completed = 0;
  private failed = 0;
  private unexpected = 0;
  private readonly times = new ExactDistribution();
  private readonly status = new Map<string, number>();
  private readonly errors = new Map<string, number>();
  private readonly seconds: Seconds;
  private url: string | null = null;
  private hasSeveral = false;

  constructor(private readonly name: string) {
    this.seconds = new Seconds(name);
  }

  add({ endMs, ms, status, error, isExpected, url }: Point, line: number): void {
    if (!Number.isFinite(endMs) || !(ms >= 0 && ms <= LONGEST_MS))
      refuse('damaged', say('foreign.noRow', { name: this.name, line }), RECORD_AGAIN);
    const isFailed = status === '0' || status === '';
    this.seconds.add(Math.floor(endMs / 1_000), { ms: isExpected ? ms : null, isFailed });
    if (isFailed) {
      this.failed += 1;
      this.count(this.errors, error);
    } else {
      this.completed += 1;
      this.count(this.status, status);
    }
    if (isExpected) this.times.record(Math.round(ms * US_PER_MS));
    else if (!isFailed) this.unexpected += 1;
    this.hasSeveral ||= this.url !== null && url !== this.url;
    this.url ??= url;
  }

  /** `value`: 1 is as expected. */
  addCheck(value: number): void {
    this.failedChecks = (this.failedChecks ?? 0) + (value === 0 ? 1 : 0);
  }

  imported(format: 'k6-points' | 'k6-csv', isCut: boolean): Imported {
    if (this.completed + this.failed === 0)
      refuse('bad-request', say('foreign.k6NoRequests', { name: this.name, metric: DURATION }), say('foreign.k6OtherMetrics'));
    const countsOf = (counts: ReadonlyMap<string, number>) => named([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
    return importedLoad(
      format,
      loadResult({
        tool: 'k6',
        url: this.hasSeveral ? null : shownUrl(this.url),
        startedAt: this.seconds.startedAt,
        requests: {
          sent: this.completed + this.failed,
          completed: this.completed,
          failed: this.failed,
          unexpected: this.unexpected,
          dropped: this.dropped,
        },
        status: countsOf(this.status),
        errors: { ...countsOf(this.errors), ...(this.failedChecks === null ? {} : { [K6_CHECKS]: this.failedChecks }) },
        times: { latency: toDistribution(this.times) },
        periods: this.seconds.periods(),
      }),
      [...(isCut ? [say('foreign.k6Cut')] : []), say('foreign.ofK6'), say('foreign.k6Expected'), say('foreign.k6Points')],
    );
  }

  private count(counts: Map<string, number>, key: string): void {
    const shown = shownName(key);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
    if (counts.size > MOST_NAMED)
      refuse('too-large', say('foreign.tooManyFigures', { name: this.name, count: counts.size, limit: MOST_NAMED }));
  }
}
