import { expect, test } from 'vitest';
import { descendantsOf, type ProcessRow, parseStat } from '../../../../electron/engine/agent/processes.ts';
import { parseListening } from '../../../../electron/engine/target/listening-ports.ts';

test('parses a stat line with any program name', () => {
  const text = `42 (a) S (b) c) S 7 40 40 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 11 0 987654 1000 25 18446744073709551615`;
  expect(parseStat(42, text)).toEqual({ pid: 42, ppid: 7, group: 40, cpuTicks: 200, reapedTicks: 0, startTicks: 987654 });
});

test('a zombie counts as ended', () => {
  expect(parseStat(42, '42 (node) Z 7 40 40 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0')).toBeNull();
});

//   1 - 10 - 11 - 12
//        '-- 13
//   1 - 20
test('finds descendants', () => {
  const rows = [
    [10, 1],
    [11, 10],
    [12, 11],
    [13, 10],
    [20, 1],
  ].map(([pid, ppid]) => ({ pid, ppid, group: 0, startTicks: 0, cpuTicks: 0 }) as ProcessRow);
  const pids = (roots: number[]) =>
    descendantsOf(new Set(roots), rows)
      .map(({ pid }) => pid)
      .sort();
  expect(pids([10])).toEqual([11, 12, 13]);
  expect(pids([10, 11])).toEqual([12, 13]);
  expect(pids([20])).toEqual([]);
});

test('parses listening sockets of /proc/net/tcp and tcp6', () => {
  const tcp = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0
   1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 222 1 0 100 0 0 10 0
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 333 1 0 100 0 0 10 0`;
  const tcp6 = `  sl  local_address                         remote_address                        st
   0: 00000000000000000000000000000000:0BB8 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 444 1
   1: 00000000000000000000000001000000:0BB9 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 555 1`;
  expect(parseListening(tcp)).toEqual([
    { host: '127.0.0.1', port: 8080, inode: '111' },
    { host: '0.0.0.0', port: 80, inode: '222' },
  ]);
  expect(parseListening(tcp6)).toEqual([
    { host: '::', port: 3000, inode: '444' },
    { host: '::1', port: 3001, inode: '555' },
  ]);
});
