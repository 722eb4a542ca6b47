/** Memory: its tab, its tables, and the sentence of its growth. */
export const memoryWords = {
  memory: {
    level: 'Level, MB',
    levels: {
      heap: 'Heap in use',
      external: 'External',
      arrayBuffers: 'Of it, array buffers',
      notHeap: 'Neither',
      rss: 'Resident (RSS)',
    },
    start: 'Start',
    end: 'End',
    liveBefore: 'Collected, before',
    liveAfter: 'Collected, after',
    allocated: 'A request allocates {bytes} of heap. Memory of Buffers is not in it: only their level is known.',
    withHooks:
      'What follows the requests is in this, which a server that does little for each notices: {by, select, spans {1 to 1.5 kB} other {4 to 7 kB}} a request were seen. --capture none, or --no-by-request, leaves it out.',
    most: '{of, select, alive {{bytes} of what was allocated during the load was alive after it} other {The server allocated {bytes} of heap, {perRequest} for each request{followed, select, yes {, what follows the requests included} other {}}}}: {percent} of it (±{margin}) in {code}{inlined, select, yes {, with what V8 inlined into it} other {}}.',
    sampled:
      '{of, select, alive {What was allocated meanwhile and was alive at the end.} other {All that was allocated, also what has been collected since.}} Memory of Buffers is not in it. {inlined, select, yes {What V8 has inlined counts for the function that it was inlined into; --no-inlining tells both apart.} other {V8 inlined nothing.}}',
    grew: 'What is alive grew by {bytes} in all, {perRequest} a request.',
    shrank: 'What is alive did not grow.',
    unknown: {
      'no-agent': 'What a request allocates is not known: no process of the server has the agent.',
      'old-node': 'What a request allocates is not known: Node tells it from version 18.15 on.',
      behind: 'What a request allocates is not known: a thread that worked did not come back to its event loop to tell.',
      'no-response': 'What a request allocates is not known: no response came.',
    },
    liveUnknown: {
      'switched-off': 'What is alive is not known: no garbage was collected for it (--no-collect-garbage).',
      'in-rounds': 'What is alive is told after each round.',
      running: 'What is alive is not known: a server that somebody else has started is not stopped for a full garbage collection.',
      'no-agent': 'What is alive is not known: no process of the server has the agent.',
      late: 'What is alive is not known: a process did not complete a full garbage collection within 2 s, or cannot be asked for one.',
      restarted: 'What is alive is not known: not every process was there both before and after the load.',
      'not-ended': 'What is alive is known when the run has ended.',
      'of-part': 'What is alive is known before and after the whole load.',
    },
    levelHelp:
      '{live, select, yes {Collected: after a full garbage collection before and one after the measured phase. What is left then is alive. } other {}}External is outside of the heap and held by objects in it. Neither: code, stacks, native libraries and what the allocator keeps, about 12 to 40 MB of it Loopscope’s in each process.',
    none: 'Nothing is known of the memory in the server: no process has the agent.',
    collections: {
      title: 'Garbage collection',
      kind: 'Kind',
      kinds: { minor: 'Minor', full: 'Full', step: 'Marking steps' },
      count: 'Count',
      pauses: 'Pauses, ms',
      longest: 'Longest, ms',
      share: '% of the run',
      help: '{percent} of the run in all, of the main thread, which stands still meanwhile. Minor: of young objects, after every few megabytes that are allocated. Full: of all objects. Marking steps prepare a full one, between requests.',
      none: 'No garbage was collected.',
      unknown:
        'Node tells collections by their kind from version 18.15 on: {count, plural, one {# collection} other {# collections}}, {ms} in all.',
    },
    rose: 'Memory rose by {bytes} in {time}, {perRequest} a request, and a full collection did not free it. Whether it goes on, one run cannot say: a cache that fills looks the same.',
  },
} as const;
