/** What a plan may hold. Plans come from other people: everything in them is bounded before it is built. */
import type { Bytes, Milliseconds } from '../../base/units.ts';

/** A plan of a thousand requests with their headers is about half of it. */
export const MOST_PLAN_TEXT: Bytes = 2_000_000;
/** Written anew and with what stands for secrets it is longer. */
export const LONGEST_STORED_PLAN = 2 * MOST_PLAN_TEXT;
export const MOST_REQUESTS = 1_000;
export const MOST_HEADERS = 200;
export const MOST_VALUES = 100;
export const MOST_CAPTURES = 50;
export const MOST_CHECKS = 50;
export const MOST_FIELDS = 1_000;
export const LONGEST_NAME = 100;
export const LONGEST_URL = 8_192;
export const LONGEST_HEADER = 100_000;
/** A larger one belongs in a file beside the plan. */
export const LONGEST_BODY = 1_000_000;
export const LONGEST_CHECK = 10_000;
export const LONGEST_PATTERN = 1_000;
export const LONGEST_PATH = 1_000;
export const MOST_WEIGHT = 1_000_000;
export const MOST_SECONDS = 86_400;
export const MOST_MS: Milliseconds = 86_400_000;

/** Of a body or a CSV file beside the plan. */
export const MOST_FILE: Bytes = 10_000_000;
/** Of all of them: each load process has a copy. */
export const MOST_FILES: Bytes = 50_000_000;
export const MOST_CSV_ROWS = 100_000;
export const MOST_CSV_COLUMNS = 200;

/** Of a response body, what the plan looks at: each user whose response is awaited may hold as much. */
export const MOST_EXAMINED: Bytes = 1024 * 1024;
/** A longer text is no token: it is not captured. */
export const LONGEST_CAPTURE = 8_192;
/** As RFC 6265 asks of clients at least: 4096 bytes a cookie, 50 of a host. */
export const LONGEST_COOKIE: Bytes = 4_096;
export const MOST_COOKIES = 50;
