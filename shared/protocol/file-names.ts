/**
 * Extensions that dialogs and lists show first. What a file is says its content alone: one of any other name can be opened, too.
 * Programs name speedscope files `.json`, collapsed stacks `.txt`, `.folded` or `.collapsed`, logs of V8 `.log`,
 * pprof `.pb`, `.pprof` or `.pb.gz`; k6 and ab write tables as `.csv` and `.tsv`.
 */
export const OPENABLE_EXTENSIONS = [
  'loopscope',
  'cpuprofile',
  'json',
  'txt',
  'csv',
  'tsv',
  'folded',
  'collapsed',
  'log',
  'heapprofile',
  'heapsnapshot',
  'pb',
  'pprof',
  'gz',
] as const;

/** Of request plans and groups; JSON is YAML. */
export const PLAN_EXTENSIONS = ['yaml', 'yml', 'json'] as const;
