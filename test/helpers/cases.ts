import { type TestContext, test } from 'vitest';

type Body<Case> = (one: Case, context: TestContext) => Promise<void> | void;

/** `test.for`, of which only some cases are part of `npm test`; the others are tagged `long`. */
export function testCases<Case>(always: readonly Case[], long: readonly Case[]): (name: string, body: Body<Case>) => void {
  return (name, body) => {
    test.for(always)(name, body);
    test.for(long)(name, { tags: ['long'] }, body);
  };
}
