/**
 * `served.bin`: requests as the server saw them, which samples of profiles name. `served.json`: the names of their routes, what they asked of other
 * servers (`calls`), what telling them apart cost (`costs`), and what was done for nobody alone (`sharing`; before: credited to the request that had made the connection). Absent: the
 * profile does not tell requests apart.
 */
import * as z from '../../base/schema.ts';
import { showHidden } from '../../base/show-hidden.ts';
import {
  type CostOfRequests,
  MOST_ASKING,
  MOST_CALL_CHARACTERS,
  MOST_CALLS,
  MOST_COST_PERCENT,
  MOST_COSTS,
  MOST_EXCHANGES,
  MOST_NUMBERED,
  MOST_ROUTE_CHARACTERS,
  MOST_ROUTES,
  MOST_SERVED,
  MOST_SHARED,
  MOST_SHARED_CHARACTERS,
  type OutgoingCall,
  SERVED_COLUMNS,
  type ServedRows,
  type SharedWork,
} from '../../model/served.ts';
import { say } from '../../words/said.ts';
import { canonicalJson } from '../json.ts';
import { count } from '../limits.ts';
import { type ServedEntry, ServedRequests } from '../served-requests.ts';
import { type SessionPart, storedFile } from './part.ts';

const FILE = 'served.bin';
const NAMES = 'served.json';
const MOST_SHARING_PROCESSES = 10_000;

const FIELDS = {
  /** Absent: the profile does not tell requests apart. */
  served: z.strictObject({ rows: count.max(MOST_SERVED), lost: count }).optional(),
};

const percentOfCost = z.number().min(0).max(MOST_COST_PERCENT);

/** What else the file says is for people. */
const namesSchema = z.object({
  routes: z.array(z.string().max(MOST_ROUTE_CHARACTERS)).max(MOST_ROUTES),
  calls: z
    .array(
      z.object({
        pid: count,
        request: count,
        start: z.number().min(0),
        end: z.number().min(0),
        to: z.string().max(MOST_CALL_CHARACTERS),
        status: count.max(0xffff),
      }),
    )
    .max(MOST_CALLS)
    .optional(),
  sharing: z
    .object({
      names: z
        .array(z.object({ pid: count, names: z.array(z.string().max(MOST_SHARED_CHARACTERS)).max(MOST_SHARED) }))
        .max(MOST_SHARING_PROCESSES),
      exchanges: z
        .array(
          z.object({
            pid: count,
            shared: count.max(MOST_SHARED - 1),
            time: z.number().min(0),
            count,
            us: z.number().min(0),
            routes: z.array(count).max(MOST_ASKING),
          }),
        )
        .max(MOST_EXCHANGES),
      isCpuTime: z.boolean(),
    })
    .optional(),
  costs: z
    .array(z.object({ pid: count, time: z.number().min(0), timePercent: percentOfCost, cpuPercent: percentOfCost, isTooMuch: z.boolean() }))
    .max(MOST_COSTS)
    .optional(),
});

type Served = { readonly type: 'served' } & ServedEntry;

interface Names {
  readonly routes: readonly string[];
  readonly calls: readonly OutgoingCall[];
  readonly sharing?: SharedWork;
  readonly costs?: readonly CostOfRequests[];
}

interface Texts {
  readonly routes: readonly string[];
  /** Where calls to other servers went. */
  readonly calls: readonly string[];
  readonly shared: readonly string[];
}

const NO_ROWS = Object.fromEntries(SERVED_COLUMNS.map(({ name }) => [name, []])) as unknown as ServedRows;

/** An exchange of routes that there are not is of nobody. */
function showSharing({ names, exchanges, isCpuTime }: SharedWork, routes: number): SharedWork {
  return {
    names: names.map((one) => ({ ...one, names: one.names.map(showHidden) })),
    exchanges: exchanges.filter((one) => one.routes.every((route) => route < routes)),
    isCpuTime,
  };
}

export const SERVED_PART: SessionPart<'served', Served, ServedRequests, typeof FIELDS, Texts> = {
  name: 'served',
  entries: ['served'],
  redraws: 'profiles',
  empty: () => new ServedRequests(),
  add(served, entry) {
    served.add(entry);
    return served;
  },
  fields: FIELDS,
  describe: ({ isKnown, rows, lost }) => (isKnown ? { served: { rows, lost } } : {}),
  table: {
    file: FILE,
    columns: () => SERVED_COLUMNS,
    rows: ({ served }) => served?.rows ?? null,
    of: (served) => (served.isKnown ? { rows: served.rows, columns: served.table() } : null),
    *replay([named], columns, rows, refuse) {
      const table = columns as ServedRows;
      for (let row = 0; row < rows; row++) {
        const [start, end] = [table.start[row]!, table.end[row]!];
        const isPossible = start >= 0 && end >= start && end <= Number.MAX_SAFE_INTEGER && table.route[row]! < (named?.routes.length ?? 0);
        if (!isPossible || table.request[row]! > MOST_NUMBERED) throw refuse(say('file.whyServedRow', { part: FILE, row }));
      }
      if (named !== undefined) yield { ...named, rows: table };
    },
  },
  files: [
    storedFile({
      write: { [NAMES]: canonicalJson },
      of: ({ isKnown, rows, routes, calls, sharedWork, costs }: ServedRequests) =>
        isKnown
          ? {
              byteOrder: 'little-endian',
              columns: SERVED_COLUMNS,
              rows,
              routes: [...routes],
              calls,
              ...(sharedWork === null ? {} : { sharing: sharedWork }),
              ...(costs.length === 0 ? {} : { costs }),
            }
          : null,
      leaveOut(names: Names, { values }) {
        if (values === null) return names;
        return {
          ...names,
          routes: names.routes.map((route) => values.words(route)),
          calls: names.calls.map((call) => ({ ...call, to: values.words(call.to) })),
        };
      },
    }),
  ],
  async read(file, { served }) {
    if (served === undefined) return file.has(FILE) ? [{ type: 'served', routes: [], rows: NO_ROWS, calls: [], lost: 0 }] : [];
    const { routes, calls = [], sharing, costs = [] } = await file.json(NAMES, namesSchema);
    return [
      {
        type: 'served',
        routes: routes.map(showHidden),
        rows: NO_ROWS,
        calls: calls.map((call) => ({ ...call, to: showHidden(call.to), end: Math.max(call.start, call.end) })),
        lost: served.lost,
        ...(sharing === undefined ? {} : { sharing: showSharing(sharing, routes.length) }),
        ...(costs.length === 0 ? {} : { costs }),
      },
    ];
  },

  redact: (entry, redaction) => ({
    ...entry,
    routes: entry.routes.map((route) => redaction.words(route)),
    ...(entry.calls && { calls: entry.calls.map((call) => ({ ...call, to: redaction.words(call.to) })) }),
  }),
  leaveOut: (fields) => fields,
  texts: ({ routes, calls, sharedWork }) => ({
    routes: [...routes],
    calls: calls.map(({ to }) => to),
    shared: (sharedWork?.names ?? []).flatMap(({ names }) => [...names]),
  }),
  tell({ routes, calls, shared }, facts) {
    for (const to of calls) facts.addPlaces(to, NAMES);
    for (const named of [...routes, ...calls]) facts.addSuspicious(named, NAMES, 'words');
    for (const name of shared) facts.addPlaces(name, NAMES);
  },
  tellPlaces: () => {},
  tellHosts({ calls, sharedWork }, hosts) {
    for (const { to } of calls) hosts.addText(to);
    for (const { names } of sharedWork?.names ?? []) for (const name of names) hosts.addText(name);
  },
};
