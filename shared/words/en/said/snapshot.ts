/** Why a snapshot of a heap cannot be read. `list`: what the file calls a list of it. */
export const snapshot = {
  cutOff: '{name} ends in the middle: it was not written to its end, or cut off while it was copied or sent.',
  without: '{name} begins as a snapshot of a heap, but has no list "{list}".',
  notJson: '{name} begins as a snapshot of a heap, but its text is damaged: it is not valid JSON.',
  noHead: '{name} does not begin with what its lists are made of ("snapshot").',
  badHead: '{name} does not say what its lists are made of: its part "snapshot" is damaged.',
  notNumbers: '{name} is damaged: one of its lists of numbers holds something else.',
  notTexts: '{name} is damaged: its list of texts holds something else.',
  twice: '{name} is damaged: it has "{list}" twice.',
  noField: '{name} is damaged: its list "{list}" has no field "{field}".',
  moreRows: '{name} is damaged: its list "{list}" has more than the {count, number} entries that it announces.',
  fewerRows: '{name} is damaged: its list "{list}" ends after {rows, number} of {count, number} entries.',
  badNumber: '{name} is damaged: entry {row, number} of its list "{list}" has the impossible number {value}.',
  otherEdges: '{name} is damaged: it announces {edges, number} references, but its objects have {counted, number}.',
  tooFewBytes: '{name} is damaged: it is too small for the {nodes, number} objects and {edges, number} references that it announces.',
  needsTooMuch:
    '{name} is too large: its objects and references would take {megabytes, number} MB of memory, and at most {limit, number} MB are given to a snapshot.',
  manyTexts: '{name} is too large: its texts would take more than {limit, number} MB of memory, although only their beginnings are kept.',
} as const;
