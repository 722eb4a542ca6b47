import { expect, test } from 'vitest';
import { mergeGiven } from '../../../electron/cli/flags/given-settings.ts';

const pair = (name: string, value: string) => ({ name, value });

test('what one variant is given of a variable or a header takes the place of what all are given of it; words come behind', () => {
  const common = {
    'target.env': [pair('WAIT', '20'), pair('MODE', 'a')],
    'requests.0.headers': [pair('Accept-Encoding', 'gzip'), pair('accept', '*/*')],
    'target.nodeArgs': ['--import', 'tsx'],
    'requests.0.url': '/a',
  };
  const own = {
    'target.env': [pair('WAIT', '23'), pair('mode', 'b')],
    'requests.0.headers': [pair('accept-encoding', 'br'), pair('accept-encoding', 'zstd')],
    'target.nodeArgs': ['--max-semi-space-size=64'],
    'requests.0.url': '/b',
  };
  expect(mergeGiven(common, own)).toEqual({
    'target.env': [pair('MODE', 'a'), pair('WAIT', '23'), pair('mode', 'b')],
    'requests.0.headers': [pair('accept', '*/*'), pair('accept-encoding', 'br'), pair('accept-encoding', 'zstd')],
    'target.nodeArgs': ['--import', 'tsx', '--max-semi-space-size=64'],
    'requests.0.url': '/b',
  });
});
