/** Texts about which of the user’s values are stored, and what a file says about the user. */
export const privacy = {
  /** Set-up: something typed looks like a secret. */
  hidden: {
    count:
      '{count, plural, one {One value may be a secret: it is used for the run, kept in memory and not saved to disk.} other {# values may be secrets: they are used for the run, kept in memory and not saved to disk.}}',
    keptFrom: 'Kept from the last run, not saved to disk: {names}',
    keep: 'Store all values in this session',
    keepHint: 'Anyone who gets the file can then read them.',
  },
  kept: 'All values stored, including secrets',
  /** Beside a command with variables of the shell in the place of values. */
  variables:
    '{count, plural, one {Before running it, set the shell variable {names}: its value is not saved.} other {Before running it, set the shell variables {names}: their values are not saved.}}',
  file: {
    menu: 'Save a private copy…',
    title: 'What this file reveals about you',
    text: 'Check it before you pass the session on.',
    loading: 'Reading the session…',
    subject: 'What',
    amount: 'How much, where, and an example',
    where: 'in {parts}',
    count: '{count, number}',
    characters: '{count, plural, one {# character} other {# characters}}',
    leftOut: '{amount} ({hidden, number} left out)',
    runs: '{count, plural, =0 {It holds no run.} one {It holds one run.} other {It holds # runs.}}',
    kept: 'All values you entered are stored, including secrets, because that was chosen when the session was recorded.',
    notKept: 'Values that may be secrets are left out and replaced by “(not saved 1)”. Names are stored.',
    absent:
      'Not in it: responses other than the few that are kept (every other request is stored as times, status and size only), the environment Loopscope itself ran in, and the name of the computer.',
  },
  /** A report is saved, of all of the session or without some of it. */
  report: {
    title: 'Save a report',
    text: 'Check what it reveals about you before you pass it on. The list covers the whole session; a report shows part of it.',
    choose: 'Leave out of the report',
    save: 'Save the report',
  },
  /** A copy of a session without some of it. */
  copy: {
    title: 'Leave out of a copy',
    text: 'Figures, charts and profiles stay as they are. The session itself is not changed.',
    save: 'Save a copy without these…',
    saving: 'Saving…',
    saved: 'Copy saved as {path}',
    downloading: 'The copy is being downloaded',
    part: {
      bodies: 'bodies of kept responses',
      headers: 'headers of kept responses',
      output: 'output of the server',
      source: 'source of the code',
      values: 'values entered',
      notes: 'notes',
      paths: 'folders in paths',
    },
    all: 'All of it',
    choice: {
      bodies: 'Bodies of kept responses ({count, plural, one {# character} other {# characters}})',
      headers: 'Headers of kept responses ({count, number})',
      output: 'Output of the server ({count, plural, one {# character} other {# characters}})',
      source: 'Source of the code ({count, plural, one {# character} other {# characters}})',
      values: 'Values of variables, request headers, arguments and URL parameters, and request bodies ({count, number})',
      notes: 'Notes ({count, plural, one {# character} other {# characters}})',
      paths: 'Folders in paths ({count, plural, one {# path} other {# paths}})',
    },
    hint: {
      output: 'Also the error it ended with.',
      values: 'Their names stay. Values of four characters or more are left out of output, responses, source and titles as well.',
      paths:
        'Everywhere, the folders of the script, of Node and of other code are replaced by their own names (/home/ana/work/shop becomes /shop), and the user of a home folder by “user”. File names and other paths stay.',
    },
    was: 'This copy was saved without: {parts}. Figures are those of the original.',
    short: 'Copy without {parts}',
    noOutput: 'Output left out',
    noOutputText: 'The output of the server was left out when this copy was saved.',
  },
  /** In the place of a value of the file that is not shown. */
  concealed: '(in the file, hidden here)',
  /** What a file may reveal. */
  about: {
    suspicious: 'Looks like a secret',
    users: 'User names',
    paths: 'Paths',
    hosts: 'Other machines',
    environment: 'Environment variables',
    headers: 'Request headers',
    arguments: 'Arguments',
    parameters: 'URL parameters',
    bodies: 'Request bodies',
    answerHeaders: 'Headers of kept responses',
    answerBodies: 'Bodies of kept responses',
    output: 'Output of the server',
    source: 'Source of the code',
    outputSecrets: 'Output lines that look like a secret',
    messages: 'Warnings and failures',
    notes: 'Notes',
    names: 'Names and titles',
    processes: 'Process titles',
    functions: 'Functions of the code',
    machine: 'Processor and system',
    times: 'Times',
  },
} as const;
