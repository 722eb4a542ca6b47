/** Texts of captures. */
export const capture = {
  title: 'The profile',
  /** Numbers that captures have found out: their names are under `figure` of the capture. */
  figures: 'Captured figures',
  figureOf: '{name}, process {pid}{thread, plural, =0 {} other {, thread #}}',
  /** By their kinds; `{intervalUs}`: a setting, with its unit. `drawn`: of those that take samples; `short`, `compares`: of the profiled runs of a comparison. */
  kind: {
    cpu: {
      label: 'Take a CPU profile',
      hint: 'Needed for the flame graph and the list of functions. Slows the server down a little.',
      note: 'every {intervalUs}',
      plan: 'Meanwhile the CPU profiler samples every {intervalUs} which function is running.{exactFrames, select, true { Then the server is started a second time under the same load, for at most 10 s, without inlining.} other {}}',
      drawn: 'CPU samples',
      short: 'CPU profile',
      compares: 'Flame graph of the difference, and the functions per request.',
    },
    heap: {
      label: 'Sample what is allocated',
      hint: 'Which functions allocate memory in the heap, and how much, as a flame graph in bytes. Memory of Buffers is not in it. Slows the server down a little.',
      note: 'allocations, every {sampleBytes}',
      plan: 'Meanwhile V8 samples which functions allocate memory, once every {sampleBytes} on average{alive, select, true {; what is alive at the end is kept} other {}}.{inlining, select, false { It inlines nothing, so that each function has its own; the server is slower.} other {}}',
      short: 'Allocations',
      compares: '',
    },
    ticks: {
      label: 'Classic profile (--prof, 0x)',
      hint: 'V8 itself counts which code is running, its own and the system’s included: the summary of --prof-process and the flame graph of 0x. The script is started with --prof, and its log is read when it has ended. For one process; a cluster has no ticks.',
      note: 'ticks of V8',
      plan: 'Meanwhile V8 itself counts which code is running, about every millisecond (--prof). Its log is read with 0x when the script has ended.',
      drawn: 'ticks',
      short: 'Classic profile (--prof, 0x)',
      compares: 'The summary of --prof-process per request, and the flame graphs of 0x beside each other. Not for a cluster.',
    },
    leak: {
      label: 'Look for a leak',
      hint: 'Equal loads, and after each all garbage is collected: whether memory grows with the requests, and by how much for each. No profile is taken meanwhile, and the load has its own length, about a minute.',
      note: 'a search for a leak',
      plan: 'The server is warmed up, then loaded in {rounds} rounds of equal numbers of requests and three before that settle. After each all garbage is collected, which stops the server for a moment. If memory has grown, it rests for {restS} s before the verdict.',
      short: 'Search for a leak',
      compares: '',
    },
    none: {
      label: 'No profile',
      hint: 'The server is not slowed down by one.',
      note: 'no profile',
      plan: 'No CPU profile is taken, so the server is not slowed down by it.',
    },
  },
} as const;
