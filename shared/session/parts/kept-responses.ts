/** `answers.json`: single responses that were kept, the first that failed and the first good one (model/kept-response.ts); absent: recorded before any were. */
import * as z from '../../base/schema.ts';
import { showHidden, showHiddenInLines, showTexts } from '../../base/show-hidden.ts';
import { keepFirst } from '../../load/response-quota.ts';
import { BODY_CHARACTERS, BODY_KINDS, HEAD_BYTES, type KeptResponse, MOST_HEADERS } from '../../model/kept-response.ts';
import { FIRST_HTTP_STATUS } from '../../model/run.ts';
import { hasHidden } from '../../model/setup/hidden.ts';
import { mapStrings } from '../../privacy/map-strings.ts';
import { cutBody, isDigest, redactResponse } from '../../privacy/redact-response.ts';
import { looksSecret } from '../../privacy/redact-text.ts';
import { replaceRanges } from '../../privacy/replace-ranges.ts';
import { isSecretName } from '../../privacy/secret-names.ts';
import { canonicalJson } from '../json.ts';
import { clock, count } from '../limits.ts';
import { type Copy, FILES_ONLY, type NoFields, type SessionPart, storedFile } from './part.ts';

const FILE = 'answers.json';

/** There are far fewer: of some kinds, and one good one of each request. */
const MOST_KEPT = 1_000;

/** What is shown of an invisible character takes up to nine. */
const shown = (characters: number) => z.string().max(9 * characters);
const size = count.nullable();

const schema = z
  .array(
    z.strictObject({
      request: z.number().int().min(0).max(0xffff),
      connection: z.number().int().min(0).max(0xffff),
      status: z
        .number()
        .int()
        .min(1)
        .max(10 * FIRST_HTTP_STATUS - 1),
      /** Absent: the status says it. */
      isExpected: z.boolean().optional(),
      at: clock,
      latency: clock,
      bytes: count,
      head: z
        .strictObject({
          line: shown(HEAD_BYTES),
          headers: z.array(z.strictObject({ name: shown(HEAD_BYTES), value: shown(HEAD_BYTES) })).max(MOST_HEADERS),
          isCut: z.boolean(),
          isLeftOut: z.boolean().optional(),
        })
        .nullable(),
      body: z
        .strictObject({
          kind: z.enum(BODY_KINDS),
          type: shown(HEAD_BYTES),
          coding: shown(HEAD_BYTES),
          wireBytes: size,
          decodedBytes: size,
          text: shown(BODY_CHARACTERS),
          isCut: z.boolean(),
        })
        .nullable(),
    }),
  )
  .max(MOST_KEPT);

type Kept = readonly KeptResponse[];

/** Responses that are kept, beside those that came before; the first such entry, of none, says that this version keeps them. */
interface KeptEntry {
  readonly type: 'answers';
  readonly answers: Kept;
}

function show(response: KeptResponse): KeptResponse {
  const { head, body } = response;
  return {
    ...response,
    head: head && { ...head, line: showHidden(head.line), headers: head.headers.map(showTexts) },
    body: body && { ...showTexts(body), text: showHiddenInLines(body.text) },
  };
}

function leaveOut(response: KeptResponse, { leaves, values }: Copy): KeptResponse {
  const text = (one: string): string => values?.text(one) ?? one;
  const { head, body } = response;
  return {
    ...response,
    head: head && {
      ...head,
      line: text(head.line),
      headers: leaves('headers') ? [] : head.headers.map(({ name, value }) => ({ name, value: text(value) })),
      ...(leaves('headers') ? { isCut: false, isLeftOut: true } : {}),
    },
    body: body && (leaves('bodies') ? { ...body, kind: 'left-out', text: '', isCut: true } : { ...body, text: text(body.text) }),
  };
}

/** The state is null if the version that recorded this kept none. */
export const KEPT_RESPONSES: SessionPart<'answers', KeptEntry, Kept | null, NoFields, Kept> = {
  ...FILES_ONLY,
  name: 'answers',
  entries: ['answers'],
  redraws: 'load',
  empty: () => null,
  add: (kept, { answers }) => keepFirst([...(kept ?? []), ...answers]),
  files: [
    storedFile({
      write: { [FILE]: canonicalJson },
      of: (kept: Kept | null) => kept,
      leaveOut: (kept: Kept, copy) => kept.map((response) => leaveOut(response, copy)),
      shorten: (kept: Kept, places) =>
        kept.map(({ body, ...response }) => {
          const shortened = mapStrings(response, (text) => replaceRanges(text, places(text))) as Omit<KeptResponse, 'body'>;
          return { ...shortened, body: body && { ...body, text: replaceRanges(body.text, places(body.text, body.isCut)) } };
        }),
    }),
  ],
  read: async (file) => (file.has(FILE) ? [{ type: 'answers', answers: (await file.json(FILE, schema)).map(show) }] : []),

  redact(entry, redaction) {
    const redacted = (response: KeptResponse): KeptResponse =>
      redactResponse(
        response,
        (text) => redaction.text(text),
        (text) => replaceRanges(text, redaction.values(text, false).ranges),
      );
    const whole = (response: KeptResponse): KeptResponse => ({ ...response, body: response.body && cutBody(response.body) });
    return { ...entry, answers: entry.answers.map(redaction.keepsValues ? whole : redacted) };
  },
  texts: (kept) => [...(kept ?? [])],
  tell(kept, facts) {
    for (const { head, body } of kept) {
      for (const { name, value } of head?.headers ?? []) {
        const isSecret =
          !hasHidden(value) && (isSecretName(name) || (looksSecret(value) && !isDigest(name)) || facts.withoutValues(value) !== value);
        facts.addValue('answerHeaders', { name, value }, FILE, { isHarmless: !isSecret, isSuspicious: isSecret });
      }
      if (body === null || body.text === '') continue;
      facts.addText('answerBodies', body.text, FILE);
      facts.addPlaces(body.text, FILE);
      for (const line of body.text.split('\n')) facts.addSuspicious(line, FILE, 'printed');
    }
  },
  tellPlaces(kept, places) {
    for (const { body } of kept ?? []) places.addText(body?.text ?? '');
  },
};
