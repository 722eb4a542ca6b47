/** Messages of PostgreSQL, for a client and a server of tests. https://www.postgresql.org/docs/current/protocol-message-formats.html */

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), number32(4 + body.length), body]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const number16 = (value: number): Buffer => number32(value).subarray(2);
const ended = (text: string): Buffer => Buffer.from(`${text}\0`);
const withLength = (...parts: readonly Buffer[]): Buffer => message('', ...parts);

export const sslRequest = (): Buffer => withLength(number32(80_877_103));
export const startup = (): Buffer => withLength(number32(3 << 16), ended('user'), ended('me'), ended(''));
export const password = (text: string): Buffer => message('p', ended(text));
export const query = (statement: string): Buffer => message('Q', ended(statement));
export const parse = (name: string, statement: string): Buffer => message('P', ended(name), ended(statement), number16(0));
export const bind = (name: string, value = 'x'): Buffer =>
  message('B', ended(''), ended(name), number16(0), number16(1), number32(value.length), Buffer.from(value), number16(0));
export const execute = (): Buffer => message('E', ended(''), number32(0));
export const sync = (): Buffer => message('S');
export const functionCall = (): Buffer => message('F', number32(1), number16(0), number16(0), number16(0));
export const terminate = (): Buffer => message('X');

export const authenticated = (): Buffer => message('R', number32(0));
export const askPassword = (): Buffer => message('R', number32(3));
export const row = (text: string): Buffer => message('D', number16(1), number32(text.length), Buffer.from(text));
export const complete = (): Buffer => message('C', ended('SELECT 1'));
export const ready = (): Buffer => message('Z', Buffer.from('I'));
