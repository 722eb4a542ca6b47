import { afterEach } from 'vitest';
import { endAll } from '../helpers/after-each.ts';

afterEach(endAll);
