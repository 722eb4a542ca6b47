/** Files that are made to hurt whoever reads them. Written into `dir`; each is refused. */
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack, type RawPart, repack } from './repack.ts';

/** `good`: a session to make bad ones of. */
export async function writeHostileFiles(dir: string, good: string): Promise<string[]> {
  const path = (name: string) => join(dir, name);
  const text = (name: string, content: string) => {
    writeFileSync(path(name), content);
    return path(name);
  };
  const bytes = (name: string, content: Buffer) => {
    writeFileSync(path(name), content);
    return path(name);
  };
  const session = async (name: string, part: string, content: (old: Buffer) => Buffer | string) => {
    const change = (parts: RawPart[]) =>
      parts.map((one) => (one.name === part ? { ...one, content: Buffer.from(content(one.content)) } : one));
    await repack(good, path(name), change);
    return path(name);
  };
  return [
    text('objects.cpuprofile', `{"nodes":[${'{},'.repeat(10_000_000)}{}]}`),
    text('numbers.cpuprofile', `{"nodes":[${'1,'.repeat(900_000)}1],"x":[${'[],'.repeat(8_000_000)}[]]}`),
    text('deep.cpuprofile', '{"nodes":'.repeat(2_000_000)),
    text('cut.cpuprofile', '{"nodes":[{"id":1,"callFrame":{"functionName":"'),
    sparse(path('sparse.cpuprofile'), '{"nodes":['),
    text('frames.speedscope.json', `{"shared":{"frames":[${'{"name":""},'.repeat(2_000_000)}{"name":""}]},"profiles":[]}`),
    text(
      'events.speedscope.json',
      `{"shared":{"frames":[{"name":"a"}]},"profiles":[{"type":"evented","unit":"bytes","startValue":0,"endValue":1,"events":[${'{"type":"O","frame":0,"at":0},'.repeat(500_000)}0]}]}`,
    ),
    bytes('bomb.cpuprofile.gz', gzipSync(Buffer.alloc(300_000_000, '['))),
    bytes('cut.cpuprofile.gz', gzipSync('{"nodes":[]}').subarray(0, -6)),
    text('names.collapsed.txt', Array.from({ length: 300_000 }, (_, i) => `a;b${i} 1\n`).join('')),
    text('line.collapsed.txt', `${'a;'.repeat(2_500_000)}b -1`),
    text(
      'counters.artillery.json',
      `{"aggregate":{"counters":{${Array.from({ length: 300_000 }, (_, i) => `"c${i}":1,`).join('')}"x":1}},"intermediate":[]}`,
    ),
    text('parts.artillery.json', `{"aggregate":{"counters":{}},"intermediate":[${'{},'.repeat(3_000_000)}{}]}`),
    text(
      'seconds.k6.json',
      Array.from(
        { length: 300_000 },
        (_, i) =>
          `{"metric":"http_req_duration","type":"Point","data":{"time":"${new Date(i * 1_000).toISOString()}","value":1,"tags":{}}}\n`,
      ).join(''),
    ),
    text('requests.ab.tsv', `starttime\tseconds\tctime\tdtime\tttime\twait\n${'x\t1\t1\t1\t1e300\t1\n'.repeat(1_000_000)}`),
    text('backtracks.wrk.txt', `Running 1s test @ http://a\n    Latency ${' '.repeat(3_000_000)}`),
    // Each warning that is no text is a complaint of its own to whoever checks the manifest: it fills the memory.
    await session('warnings.loopscope', 'manifest.json', (old) =>
      old.toString().replace(/"warnings": \[[^\]]*\]/, `"warnings": [${'1,'.repeat(3_000_000)}1]`),
    ),
    await session('sources.loopscope', 'sources.json', () => `{"a":[${'{},'.repeat(4_000_000)}{}]}`),
    await session('rows.loopscope', 'requests.bin', (old) => Buffer.from(old).fill(0x7f)),
    await session('profile.loopscope', 'profiles/4001.cpuprofile', () => `{"nodes":[${'{},'.repeat(2_000_000)}{}]}`),
    text('strange.loopscope', (await pack([{ name: 'word.xml', content: Buffer.from('x'), deflate: true }])).toString('latin1')),
  ];
}

function sparse(path: string, head: string): string {
  const file = openSync(path, 'w');
  writeSync(file, head);
  ftruncateSync(file, 2 * 1024 ** 3);
  closeSync(file);
  return path;
}
