import { ERROR_KINDS, type ErrorKind } from '../../../shared/model/run.ts';

/** The status that a failed row carries for this kind of error. */
export function statusOfKind(kind: ErrorKind): number {
  return 1 + ERROR_KINDS.indexOf(kind);
}

const BY_CODE = new Map<string, ErrorKind>([
  ...ERROR_KINDS.map((kind) => [kind, kind] as const),
  ['ENETUNREACH', 'EHOSTUNREACH'],
  ['ENFILE', 'EMFILE'],
  ['EPROTO', 'TLS'],
  // We offer http/1.1, and the server accepts no protocol we offer.
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'HTTP2'],
]);

/** Names what the operating system or the TLS library reported. */
export function kindOfError(error: NodeJS.ErrnoException): ErrorKind {
  const code = error.code ?? '';
  return BY_CODE.get(code) ?? (/^ERR_(SSL|TLS)_/.test(code) ? 'TLS' : 'OTHER');
}
