import { join } from 'node:path';

/** An ordinary Express application with middleware and templates; see its README. */
export const EXPRESS_APP = join(import.meta.dirname, '../fixtures/express-app/app.js');
