import { expect, test } from 'vitest';
import { findDeclaration } from '../../../../shared/heap/find-declaration.ts';

const SOURCE = `const sessions = new Map();
function add() { const sessions = 1; }
  let last = null, other = {};
class Store {}
async function* make() {}
exports.byId = {};
exports.twice = 1; exports.twice = 2;
if (exports.same == 1) last = 2;
`;
const lineOf = (path: string, firstLine: number | null = null) => findDeclaration(SOURCE, path.split('.'), firstLine);

test('variables, classes and functions are found where they are declared', () => {
  expect(lineOf('last')).toEqual({ line: 2, column: 6 });
  expect(lineOf('Store.all')).toEqual({ line: 3, column: 6 });
  expect(lineOf('make')).toEqual({ line: 4, column: 16 });
});

test('of several declarations it is the last one above the functions that see it', () => {
  expect(lineOf('sessions', 0)).toEqual({ line: 0, column: 6 });
  expect(lineOf('sessions', 1)).toEqual({ line: 1, column: 23 });
});

test('of several declarations none is told where it is not known which functions see it', () => expect(lineOf('sessions')).toBeNull());

test('a property of what is not declared is found where it is assigned, if that is one place', () => {
  expect(lineOf('exports.byId')).toEqual({ line: 5, column: 8 });
  expect(lineOf('exports.twice')).toBeNull();
  expect(lineOf('exports.same')).toBeNull();
  expect(lineOf('other')).toBeNull();
});
