import { setFlagsFromString } from 'node:v8';

/** The compiler Maglev came with this V8 (Node 20); an older one says on stderr that it does not know the flag. */
const FIRST_V8_WITH_MAGLEV = 11;

/** Before the user's code is compiled: what V8 has optimised by then keeps what it has inlined. Flags are of the whole process, its threads included. */
export function stopInlining(): void {
  setFlagsFromString('--no-turbo-inlining');
  if (Number.parseInt(process.versions.v8, 10) >= FIRST_V8_WITH_MAGLEV) setFlagsFromString('--no-maglev-inlining');
}
