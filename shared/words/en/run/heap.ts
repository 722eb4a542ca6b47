/** A snapshot of a heap: its sentences and tables. */
export const heapWords = {
  heap: {
    lead: '{what} keeps {retained} of {all} alive ({share}).',
    noHolder: 'The heap holds {all}; no object that a name leads to keeps a tenth of it alive.',
    all: 'The heap has {objects} objects, and {references} references between them.',
    /** What an object is called. */
    named: '{name} ({constructor})',
    listeners: 'listeners of {event, select, undefined {events} other {“{event}”}} on {of} ({constructor})',
    timers: 'timers of {delay} ({constructor})',
    timersUnknown: 'timers ({constructor})',
    moduleCache: 'require.cache ({constructor})',
    unnamed: 'an object without a name ({constructor})',
    tab: { constructors: 'Constructors', retainers: 'Largest retainers', dominators: 'Dominator tree', changes: 'Compare' },
    open: 'What {name} keeps alive',
    constructors: 'Objects by constructor',
    retainers: 'Objects that keep most alive',
    tree: 'Dominator tree',
    changes: 'By constructor, beside {file}',
    column: {
      constructor: 'Constructor',
      object: 'Object',
      file: 'File',
      count: 'Objects',
      self: 'Own size',
      retained: 'Retained size',
      retainedShare: 'Of the heap',
      selfChange: 'Own size, change',
      countChange: 'Objects, change',
    },
    ofSeveral: '{name} × {count}',
    others: 'The {constructors} other constructors have {count} objects of {bytes}.',
    noteConstructors:
      'Own size: of the objects themselves, with arrays that belong to them. Retained size: what would be gone with all of them; what keeps others of its constructor alive counts once.',
    noteRetainers:
      'Objects are called after the variable that leads to them. Keys of dictionaries, which may be secrets, are [key], and texts are not kept.',
    noteTree:
      'Each row keeps the rows below it alive: without it, they would be gone. Several objects of one constructor share a row. Less than a thousandth of the heap is left out.',
    noteChanges: 'This snapshot less the other one. Retained sizes cannot be subtracted: own sizes are.',
    noChanges: 'Both snapshots have as many objects of each constructor, and as large.',
    beside: 'Compare with…',
    besideHint: 'Another snapshot: one that was taken before',
    choosing: 'Reading {name}',
    notCompared: 'Choose a second snapshot, taken before this one: what has changed between them is listed by constructor.',
  },
} as const;
