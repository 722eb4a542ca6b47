/** A grid: what is wrong with its text, and what went wrong with it. */
export const grid = {
  tooLong: 'The grid is longer than {limit, number} characters.',
  empty: 'A grid begins with "grid: 1", "topologies" and "cases".',
  noVersion: 'A grid starts with the version of its format: "grid: 1".',
  fewCells:
    'A grid needs two cells or more: name each of its "topologies" and "cases", with the flags of loopscope run that it stands for.',
  manyCells:
    '{cases, number} cases on {topologies, number} topologies are {count, number} cells, and a grid has {most, number} at most. Leave some out, or make two grids.',
  badName: 'A case and a topology need a name of {longest, number} characters at most.',
  openQuote: 'A quote is not closed.',
  ofCell: 'Case "{case}" on topology "{topology}": {says}',
  subjectOfCase: '{subject} is what is measured: name it with a topology, or once for all on the command line.',
  notOfCell: '{flag} is not a flag of a cell.',
  isOneRun: 'Each cell is one run without a profiler, described and not judged.',
  stoppedCell: 'Cell {run}: {what}',
  nothingMeasured: 'No cell of the grid could be measured. {why}',
} as const;
