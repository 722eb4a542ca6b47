/** The door to zod: the only file that imports it. Everything that checks foreign data builds on `z` from here. */
export { z } from 'zod';
