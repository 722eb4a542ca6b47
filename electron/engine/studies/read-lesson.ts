/** Reads `lesson.md` of a study: a block on top with the question, then one section for each step. */
import * as z from '../../../shared/base/schema.ts';
import type { LessonTexts } from '../../../shared/model/comparison/lesson-texts.ts';
import type { Lesson } from '../../../shared/model/comparison/study.ts';
import { say } from '../../../shared/words/said.ts';
import { type OwnCheck, wrong } from './wrong-study.ts';

const line = z.string().min(1).max(1_000);
const section = z.string().min(1).max(20_000);

const texts = { question: line, before: section, reveal: section, explain: section, tryNext: section };

const EXPECTED_IS_CHOICE: OwnCheck = { path: ['expected'], params: { says: 'study.notAmongChoices' } };

const lessonSchema = z
  .strictObject({
    ...texts,
    choices: z
      .array(z.strictObject({ id: z.string().regex(/^[a-z][a-z0-9-]*$/), text: line }))
      .min(2)
      .max(8),
    expected: line,
    /** A map: a section may be called as something that every object has. */
    otherReveals: z.map(z.string(), section),
  })
  .refine(({ choices, expected }) => choices.some(({ id }) => id === expected), EXPECTED_IS_CHOICE);

/** A lesson without choices: the student does not pick a guess from a list. */
const openLessonSchema = z.strictObject(texts);

/** Characters shown of the text found instead. */
const MOST_SHOWN = 200;

/** Section titles, in this order. */
const SECTIONS = ['Predict', 'Reveal', 'Explain', 'Try next'] as const;
/** `Reveal NAME`, after `Reveal`: what to look for after forms with another question. */
const OTHER_REVEAL = /^Reveal ([a-z][a-z0-9-]*)$/;

export interface LessonFile {
  readonly lesson: Lesson;
  /** By their names in `demo.json`. */
  readonly otherReveals: ReadonlyMap<string, string>;
}

/**
 * The lesson in `text`. The block on top is the small part of YAML that it needs: `key: text` on one line, and
 * `choices:` followed by indented `id: text`. Throws if something is missing or unexpected, with its place.
 */
export function readLesson(text: string): LessonFile {
  const { otherReveals, ...lesson } = lessonSchema.parse(readParts(text));
  return { lesson, otherReveals };
}

/** A lesson without choices. */
export function readOpenLesson(text: string): LessonTexts {
  const { choices, otherReveals, ...lesson } = readParts(text);
  const more = choices.length + otherReveals.size;
  if (more > 0) throw wrong(say('study.openLesson'));
  return openLessonSchema.parse(lesson);
}

function readParts(text: string) {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw wrong(say('study.noBlock'));
  const { own, otherReveals } = splitSections(body);
  const [before, reveal, explain, tryNext] = own;
  return { ...readHead(head), before, reveal, otherReveals, explain, tryNext };
}

function readHead(head: string): Record<string, unknown> & { readonly choices: readonly object[] } {
  const fields: Record<string, unknown> = {};
  const choices: { id: string; text: string }[] = [];
  for (const [index, row] of head.split(/\r?\n/).entries()) {
    const [, indent, key, value] = /^( *)([\w-]+):(?: +(.*))?$/.exec(row) ?? [];
    if (key === undefined) throw wrong(say('study.blockLine', { line: index + 2, text: row.slice(0, MOST_SHOWN) }));
    if (indent !== '') choices.push({ id: key, text: value ?? '' });
    else if (key !== 'choices') fields[key] = value;
  }
  return { ...fields, choices };
}

function splitSections(body: string): { own: string[]; otherReveals: Map<string, string> } {
  const [, ...parts] = body.split(/^## /m).map((part) => part.trim());
  const sections = parts.map((part) => {
    const [title] = part.split(/\r?\n/, 1);
    return { title: title!, other: OTHER_REVEAL.exec(title!)?.[1], text: part.slice(title!.length).trim() };
  });
  const own = sections.filter(({ other }) => other === undefined);
  const titles = own.map(({ title }) => title).join(', ');
  if (titles !== SECTIONS.join(', '))
    throw wrong(say('study.sections', { sections: SECTIONS.join(', '), found: titles.slice(0, MOST_SHOWN) }));
  const others = sections.flatMap(({ other, text }) => (other === undefined ? [] : [[other, text] as const]));
  return { own: own.map(({ text }) => text), otherReveals: new Map(others) };
}
