/** Why a recording of a browser cannot be used, and what of it is left out. */
export const har = {
  noEntries: '{name} is not a recording of a browser (HAR): it has no "log" with "entries".',
  empty: '{name} holds no HTTP request with a response.',
  tooMany: '{name} holds more than {limit, number} requests.',
  chooseHosts: '{name} has requests to several hosts: {hosts}.',
  chooseHint: 'Choose those to be loaded, separated by commas: --har-hosts HOST,HOST.',
  noHost: '{name} has no request to {host}. It has: {hosts}.',
  leftOut:
    '{count, plural, one {One entry is} other {# entries are}} left out: without a response, not HTTP, or with a body that the recording does not have.',
  cut: 'Of {all, number} requests the first {kept, number} are taken.',
  noCredentials:
    '{count, plural, one {One header} other {# headers}} with cookies or credentials of whoever was recorded {count, plural, one {is} other {are}} left out.',
} as const;
