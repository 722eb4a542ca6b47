import { expect, test } from 'vitest';
import { type Dialect, MOST_STATEMENT, withoutValues } from '../../../../../electron/engine/agent/waits/statement.ts';
import { seededRandom } from '../../../../helpers/random.ts';

const postgres = (text: string, isCut = false): string => withoutValues(text, 'postgres', isCut);
const mysql = (text: string, isCut = false): string => withoutValues(text, 'mysql', isCut);

test('names and words stay, values do not', () => {
  expect(postgres("SELECT t.id,  count(*) FROM items AS t\n WHERE id=7 AND name = 'x' AND p > 1.5e-3 AND q = .5")).toBe(
    'SELECT t.id, count(*) FROM items AS t WHERE id = ? AND name = ? AND p > ? AND q = ?',
  );
  expect(postgres('select "Weird ""name""" from t where id = $1 and a::int = $2')).toBe(
    'select "Weird ""name""" from t where id = ? and a::int = ?',
  );
  expect(mysql('select `a b` from `db`.`t` where id = ? and h = 0xDEADBEEF')).toBe('select `a b` from `db`.`t` where id = ? and h = ?');
  expect(postgres("select data->>'name', data -> 'a' #> '{b}' from t")).toBe('select data ->> ?, data -> ? #> ? from t');
});

test('texts end where the server ends them', () => {
  expect(postgres("select 'it''s secret', 'b'")).toBe('select ?');
  expect(mysql('select \'it\\\'s secret\' as a, "also \\" secret" as b, "with "" two" as c')).toBe('select ? as a, ? as b, ? as c');
  expect(postgres("select E'it\\'s secret' as a, U&'secret' as b, B'01' as c, x'ff' as d")).toBe('select ? as a, ? as b, ? as c, ? as d');
  expect(mysql("select _utf8mb4'secret' as a, N'secret' as b")).toBe('select ? as a, ? as b');
  expect(postgres("select $$it's secret$$ as a, $tag$ $$ ' $tag$ as b, $1 as c, a$b$c from t")).toBe(
    'select ? as a, ? as b, ? as c, a$b$c from t',
  );
});

test('where a setting of the server decides whether a backslash escapes, nothing after it is told', () => {
  expect(postgres("select a from t where path = 'c:\\' and name = 'secret'")).toBe('select a from t where path =…');
  expect(postgres("select a from t where path = 'it\\'s secret' and b")).toBe('select a from t where path =…');
  // Otherwise it is the same with both.
  expect(postgres("select a from t where path = 'c:\\\\' and name = 'secret' and c = 'a\\nb'")).toBe(
    'select a from t where path = ? and name = ? and c = ?',
  );
  // MySQL escapes by default; that a text does not end shows that this server does not.
  expect(mysql("select a from t where path = 'c:\\' and name = 'secret'")).toBe('select a from t where path =…');
  expect(mysql("insert into t values ('a'), ('c:\\'), ('b'), (secret'")).not.toContain('secret');
});

test('comments go, with what is in them', () => {
  expect(postgres("select 1 -- of 'secret\n, a /* secret /* it's */ secret */ from t")).toBe('select ?, a from t');
  expect(mysql("select a # of 'secret\n, b /* it's /* secret */ from t -- secret")).toBe('select a, b from t');
  expect(postgres('select a -- secret\rfrom t')).toBe('select a from t');
  // A difference: a comment of MySQL has a space.
  expect(mysql("select 5--'\nsecret'")).not.toContain('secret');
  // A part that some versions run, and others take for a comment.
  expect(mysql("select a /*!50000 , 'a*/ secret' */ from t")).toBe('select a…');
  expect(mysql('select /*+ MAX_EXECUTION_TIME(1000) */ a from t')).toBe('select a from t');
});

test('lists of values and rows of an insert are told once, however long they are', () => {
  expect(postgres('select a from t where id in (1, 2, 3) or id in ($1,$2) or b in (-1, +2, - 3)')).toBe(
    'select a from t where id in (?) or id in (?) or b in (?)',
  );
  expect(mysql("insert into t (a, b) values (1, 'x'), (2, NULL), (DEFAULT, true)")).toBe('insert into t(a, b) values (?)');
  expect(mysql("insert into t values (1, now(), 'x'), (2, now(), 'y'),(3, now(), null)")).toBe('insert into t values (?, now(), ?)');
  expect(postgres('select a - 1, b from t where c is null and d is not null and e = -5 and f = null')).toBe(
    'select a - ?, b from t where c is null and d is not null and e = ? and f = ?',
  );
  expect(postgres('select (a), (b), (b) from t group by (a), (c)')).toBe('select (a), (b) from t group by (a), (c)');
});

test('a statement of which only the beginning is known ends with an ellipsis, and with no part of a value', () => {
  expect(postgres("select a from t where b = 'the secr", true)).toBe('select a from t where b = ?…');
  expect(postgres('select a from t where b = $tag$ the secr', true)).toBe('select a from t where b = ?…');
  expect(postgres('select a from t where b = $ta', true)).toBe('select a from t where b = ?…');
  expect(mysql("select a from t where b = 'the secr\\", true)).toBe('select a from t where b = ?…');
  expect(mysql('select a from t where b = 123', true)).toBe('select a from t where b = ?…');
  expect(mysql("select a /* the secr'", true)).toBe('select a…');
  // The same insert with more or longer values is the same statement.
  const rows = "insert into t values (1, now(), 'x'), (2, now(), 'y')";
  for (let length = rows.indexOf('(2'); length <= rows.length; length++)
    expect(mysql(rows.slice(0, length), true)).toBe('insert into t values (?, now(), ?)…');
  const long = mysql(`select ${'some_column, '.repeat(100)} a`);
  expect(long).toHaveLength(MOST_STATEMENT);
  expect(long).toMatch(/…$/);
});

test('a quoted name that does not end is not told', () => {
  expect(postgres('select "it\'s secret')).toBe('select ?');
  expect(mysql("select `it's secret")).toBe('select ?');
});

const SECRET = 'Hush';
/** What texts and comments are made of; none of it leaves a name. */
const PIECES = [
  ...[SECRET, SECRET, "''", '"', '`', '--', '/*', '$$', '$a$', '#', '\n', ' ', '(', ')', ',', ';', '1', '?', '\\\\', '\\n', '%', 'é'],
  ...['E', "''''"],
];

function madeOf(random: () => number, pieces: readonly string[]): string {
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]!).join('');
}

/** Of each dialect: ways to write a value or a comment with a secret in it. */
const WAYS: Readonly<Record<Dialect, readonly ((random: () => number) => string)[]>> = {
  postgres: [
    (random) => `'${madeOf(random, PIECES)}'`,
    (random) => `E'${madeOf(random, [...PIECES, "\\'"])}'`,
    (random) => `$a$${madeOf(random, PIECES).replaceAll('$', '')}$a$`,
    (random) => `$$${madeOf(random, PIECES).replaceAll('$', "'")}$$`,
    (random) => `1 -- ${madeOf(random, PIECES).replaceAll('\n', '')}\n`,
    (random) => `1 /* ${madeOf(random, PIECES).replaceAll('/*', "'")} */`,
    (random) => `1 /* a /* ${madeOf(random, PIECES).replaceAll('/*', "'")} */ ${SECRET} */`,
  ],
  mysql: [
    (random) => `'${madeOf(random, [...PIECES, "\\'"])}'`,
    (random) => `"${madeOf(random, PIECES).replaceAll('"', '""').replaceAll("''", "'")}"`,
    (random) => `1 -- ${madeOf(random, PIECES).replaceAll('\n', '')}\n`,
    (random) => `1 # ${madeOf(random, PIECES).replaceAll('\n', '')}\n`,
    (random) => `1 /* ${madeOf(random, PIECES).replaceAll('/*', "'")} */`,
  ],
};

test('of statements with secrets in texts and comments none is told, also of their beginnings', () => {
  const random = seededRandom(20_26);
  const around = ['select a from t where b = ', ' and c in (', ', ', ') or d like ', '), (', '::text || '];
  for (const dialect of ['postgres', 'mysql'] as const)
    for (let round = 0; round < 3_000; round++) {
      const ways = WAYS[dialect];
      let made = '';
      for (let i = 0; i < 5; i++)
        made += `${around[Math.floor(random() * around.length)]!}${ways[Math.floor(random() * ways.length)]!(random)}`;
      expect(withoutValues(made, dialect), made).not.toContain(SECRET);
      const beginning = made.slice(0, Math.floor(random() * made.length));
      expect(withoutValues(beginning, dialect, true), beginning).not.toContain(SECRET);
    }
});

test('the work grows with the length of a text, whatever is in it', () => {
  const hostile = [
    '(',
    ')',
    '(1),',
    "'",
    '"',
    '`',
    '$',
    '$a',
    '$a$b',
    '/*',
    '--',
    '-',
    "\\'",
    '1e+',
    'a(',
    '((1),',
    '?,',
    '(a),(a),',
    "E'",
  ];
  for (const piece of hostile)
    for (const dialect of ['postgres', 'mysql'] as const) {
      const reads = (length: number): number => {
        let read = 0;
        const text = piece.repeat(length);
        const counted = new Proxy(Object(text) as object, {
          get(target, key) {
            read += 1;
            const found: unknown = Reflect.get(target, key, target);
            return typeof found === 'function' ? (found as (...given: unknown[]) => unknown).bind(text) : found;
          },
        }) as unknown as string;
        withoutValues(counted, dialect);
        return read;
      };
      expect(reads(1_000), piece).toBeLessThan(2.5 * reads(500) + 100);
    }
});
