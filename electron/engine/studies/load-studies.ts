import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readLanguage } from '../../../shared/base/language.ts';
import * as z from '../../../shared/base/schema.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT } from '../../../shared/model/comparison/comparison.ts';
import { comparisonSchema } from '../../../shared/model/comparison/comparison-schema.ts';
import { setupOfGrid } from '../../../shared/model/comparison/grid-setup.ts';
import { DEFAULT_QUESTION, METRIC_NAMES } from '../../../shared/model/comparison/metrics.ts';
import type { Study } from '../../../shared/model/comparison/study.ts';
import { readSchedule } from '../../../shared/model/load/schedule-text.ts';
import { PROBE_LIMITS } from '../../../shared/model/probe.ts';
import { NO_CAPTURE } from '../../../shared/model/setup/captures.ts';
import { completeSetup } from '../../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { captureSchema, setupSchema, someOfLoadSchema, someOfRequestSchema } from '../../../shared/model/setup/setup-schema.ts';
import { withProxyFile } from '../../../shared/model/setup/topology.ts';
import { within } from '../../../shared/session/limits.ts';
import { truthSchema } from '../../../shared/session/services-cell.ts';
import { say } from '../../../shared/words/said.ts';
import { STUDIES_DIR } from '../machine/paths.ts';
import { isPublished } from './published-form.ts';
import { readLesson, readOpenLesson } from './read-lesson.ts';
import { OwnFiles, type StudyFiles } from './study-files.ts';
import { inFile, type OwnCheck, parseJson, wrong } from './wrong-study.ts';

/** Limit of variants or forms; more would not be read. */
const MOST = 50;

const word = z.string().regex(/^[a-z][a-z0-9-]{0,49}$/);
const sentence = z.string().min(1).max(1_000);
const IS_LANGUAGE: OwnCheck = { params: { says: 'study.notLanguage' } };
const IS_SCHEDULE: OwnCheck = { params: { says: 'study.notSchedule' } };
const schedule = z.string().refine((text) => readSchedule(text).ok, IS_SCHEDULE);
const env = z.record(z.string(), z.string());
/** Whether the form repeats what was published; left out: it follows from its name. */
const published = z.boolean().optional();

/** Settings of a run, by their paths in the set-up; others have their defaults. */
const settings = {
  env: env.optional(),
  request: someOfRequestSchema.optional(),
  load: someOfLoadSchema.optional(),
  /** As on the command line; the file of a proxy is one of the study. */
  topology: z.string().max(200).optional(),
  /** False: each request on a connection of its own. */
  keepAlive: z.boolean().optional(),
  /** A request plan of the study. */
  plan: z
    .string()
    .regex(/^[\w-]+\.yaml$/)
    .optional(),
};

const head = {
  name: word,
  /** Position in the list of bundled studies, from 1. */
  place: z.number().int().optional(),
  title: sentence,
  summary: sentence,
  /** In which its texts are written. */
  language: z
    .string()
    .max(35)
    .refine((code) => readLanguage(code) !== null, IS_LANGUAGE)
    .optional(),
};
const script = z.string().regex(/^[\w-]+\.[cm]?[jt]s$/);

/** `demo.json` of a study. The more specific setting wins: that of a comparison over that of a variant over that of the study. */
const studyFileSchema = z.strictObject({
  ...head,
  ...settings,
  capture: captureSchema,
  /** The question of its comparisons; default: p50. */
  question: z.enum(METRIC_NAMES).optional(),
  variants: z
    .array(
      z.strictObject({
        name: word,
        title: sentence,
        /** What is started: a script, or a command that is run in the folder of the study. */
        script: script.optional(),
        command: sentence.optional(),
        /** Replaces that of the study. */
        capture: captureSchema.optional(),
        ...settings,
      }),
    )
    .min(1)
    .max(MOST),
  comparisons: z
    .array(
      z.strictObject({
        name: word,
        title: sentence,
        /** By name, the base first. A variant may occur twice. */
        variants: z.array(word).min(2),
        pairs: z.number().int(),
        /** Whether a run of each is made with a profile; left out: yes. */
        profiled: z.boolean().optional(),
        /** If the form has another question. */
        question: z.enum(METRIC_NAMES).optional(),
        /** The section `Reveal NAME` of the lesson, if the form has a different question. */
        reveal: word.optional(),
        /** Approximate responses per second, to estimate the duration where it was never run. */
        usualPerSecond: z.number().positive().optional(),
        published,
        ...settings,
      }),
    )
    .min(1)
    .max(MOST),
  /** Each case on each topology, one run of each. */
  grids: z
    .array(
      z.strictObject({
        name: word,
        title: sentence,
        /** Variants by name: the first is the one that differences are of. */
        topologies: z.array(word).min(1).max(MOST),
        cases: z
          .array(
            z.strictObject({
              title: sentence,
              /** What its cells record. Left out: nothing, also for this case if other cases of the grid have it. */
              capture: captureSchema.optional(),
              ...settings,
            }),
          )
          .min(1)
          .max(MOST),
        usualPerSecond: z.number().positive().optional(),
        published,
        ...settings,
      }),
    )
    .max(MOST)
    .optional(),
});
/** `demo.json` of an unknown-service study. */
const servicesFileSchema = z.strictObject({
  ...head,
  services: z.strictObject({
    script,
    forms: z
      .array(
        z.strictObject({
          name: word,
          title: sentence,
          max: within(PROBE_LIMITS.max).int(),
          budgetS: within(PROBE_LIMITS.budgetS),
          ramp: schedule.optional(),
          /** The hidden parameters; left out: drawn by a seed. */
          fixed: z.array(truthSchema).length(2).optional(),
        }),
      )
      .min(1),
  }),
});
type StudyFile = z.infer<typeof studyFileSchema>;
type Variant = StudyFile['variants'][number];
type Form = StudyFile['comparisons'][number];
type GridForm = NonNullable<StudyFile['grids']>[number];
type Settings = Pick<Variant, keyof typeof settings>;

/** The order of runs is part of a study, so the seed is fixed. */
const SEED = 1;

/**
 * The studies of a folder, in their order. Throws when one of them is wrong: they are part of the product, so that is a bug and not
 * a failure the user could do anything about.
 */
export async function loadStudies(dir: string): Promise<Study[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const placed = folders.map((folder) => loadStudy(join(dir, folder.name), new OwnFiles(join(dir, folder.name))));
  return placed.sort((a, b) => a.place - b.place).map(({ study }) => study);
}

let bundled: Promise<readonly Study[]> | null = null;

/** The bundled studies. Read once: they do not change, and every estimate uses them. */
export function bundledStudies(): Promise<readonly Study[]> {
  bundled ??= loadStudies(STUDIES_DIR);
  return bundled;
}

export const STUDY_FILE = 'demo.json';
const LESSON = 'lesson.md';

/** Throws with the file and the place when something is wrong. */
export function loadStudy(folder: string, files: StudyFiles): { place: number; study: Study } {
  const json = files.text(STUDY_FILE);
  const read = inFile(STUDY_FILE, () => readStudyFile(parseJson(json)));
  const text = files.text(LESSON);
  if ('services' in read) return toServices(folder, files, read, text);
  const { name, place = 0, title, summary } = read;
  const language = languageOf(read);
  const { lesson, otherReveals } = inFile(LESSON, () => readLesson(text));
  const parts = { folder, files, file: read };
  const study = inFile(STUDY_FILE, (): Study => {
    const unused = [...otherReveals.keys()].filter((reveal) => read.comparisons.every((one) => one.reveal !== reveal));
    if (unused.length > 0) throw wrong(say('study.unusedReveal', { reveals: unused.join(', ') }));
    const revealOf = ({ name: form, reveal }: Form): string | null => {
      if (reveal === undefined) return null;
      const section = otherReveals.get(reveal);
      if (section === undefined) throw wrong(say('study.noReveal', { form, reveal }));
      return section;
    };
    return {
      name,
      title,
      summary,
      language,
      folder: null,
      variants: read.variants.map((variant) => ({ name: variant.name, title: variant.title, setup: toSetup(parts, variant, {}) })),
      comparisons: read.comparisons.map((one) => ({
        name: one.name,
        title: one.title,
        comparison: toComparison(parts, one),
        reveal: revealOf(one),
        usualPerSecond: one.usualPerSecond ?? null,
        isPublished: isPublished({ name: one.name, isPublished: one.published }),
      })),
      grids: (read.grids ?? []).map((one) => ({
        name: one.name,
        title: one.title,
        comparison: toGrid(parts, one),
        reveal: null,
        usualPerSecond: one.usualPerSecond ?? null,
        isPublished: isPublished({ name: one.name, isPublished: one.published }),
      })),
      lesson,
      services: null,
    };
  });
  return { place, study };
}

function languageOf({ language }: { readonly language?: string | undefined }): string | null {
  return language === undefined ? null : readLanguage(language);
}

function readStudyFile(json: unknown): StudyFile | z.infer<typeof servicesFileSchema> {
  const isOfServices = typeof json === 'object' && json !== null && 'services' in json;
  return isOfServices ? servicesFileSchema.parse(json) : studyFileSchema.parse(json);
}

interface StudyParts {
  readonly folder: string;
  readonly files: StudyFiles;
  readonly file: StudyFile;
}

function toServices(
  folder: string,
  files: StudyFiles,
  file: z.infer<typeof servicesFileSchema>,
  text: string,
): { place: number; study: Study } {
  const { name, place = 0, title, summary, services } = file;
  files.require(services.script);
  const forms = services.forms.map(({ fixed = null, ...form }) => ({ ...form, fixed }));
  const unknown = { script: resolve(folder, services.script), forms, lesson: inFile(LESSON, () => readOpenLesson(text)) };
  const none = { folder: null, variants: [], comparisons: [], grids: [], lesson: null };
  return { place, study: { name, title, summary, language: languageOf(file), ...none, services: unknown } };
}

function toComparison(parts: StudyParts, form: Form): ComparisonSetup {
  const { file } = parts;
  const { variants, pairs, question, profiled = true } = form;
  return comparisonSchema.parse({
    variants: variants.map((name) => {
      const variant = findVariant(file, form.name, name);
      return { title: variant.title, setup: toSetup(parts, variant, form) };
    }),
    pairs,
    question: question ?? file.question ?? DEFAULT_QUESTION,
    profiled,
    seed: SEED,
    equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
  });
}

function findVariant(file: StudyFile, form: string, name: string): Variant {
  const variant = file.variants.find((one) => one.name === name);
  if (!variant) throw wrong(say('study.noVariant', { form, variant: name }));
  return variant;
}

/** A case wins over the grid, which wins over a variant. */
function toGrid(parts: StudyParts, form: GridForm): ComparisonSetup {
  const { file } = parts;
  const { topologies, cases } = form;
  const records = cases.some(({ capture }) => capture !== undefined);
  const columns = topologies.map((name) => findVariant(file, form.name, name));
  const grid = {
    cases: cases.map(({ title }) => title),
    topologies: columns.map(({ title }) => title),
    ...(records ? { records } : {}),
  };
  const cells = cases.flatMap(({ title: _, ...own }) =>
    columns.map((column) => {
      const variant = records ? { ...column, capture: own.capture ?? NO_CAPTURE } : column;
      const load = { ...form.load, ...own.load };
      return toSetup(parts, variant, {
        ...form,
        ...own,
        load,
        env: { ...form.env, ...own.env },
        request: { ...form.request, ...own.request },
      });
    }),
  );
  return comparisonSchema.parse({ ...setupOfGrid(grid, cells), question: file.question ?? DEFAULT_QUESTION, seed: SEED });
}

function toSetup({ folder, files, file }: StudyParts, variant: Variant, settings: Settings): Setup {
  if (variant.script !== undefined) files.require(variant.script);
  const env = { ...file.env, ...variant.env, ...settings.env };
  const topology = settings.topology ?? variant.topology ?? file.topology;
  const plan = settings.plan ?? variant.plan ?? file.plan;
  const keepAlive = settings.keepAlive ?? variant.keepAlive ?? file.keepAlive;
  const setup = setupSchema.parse(
    completeSetup({
      target: {
        ...startOf(folder, variant),
        env: Object.entries(env).map(([name, value]) => ({ name, value })),
        ...(topology === undefined ? {} : { topology: withFile(folder, files, topology) }),
      },
      // Each request of a plan has its own.
      requests: [plan === undefined ? { ...file.request, ...variant.request, ...settings.request } : {}],
      ...(plan === undefined ? {} : readPlan(folder, files, plan)),
      ...(keepAlive === undefined ? {} : { client: { keepAlive } }),
      load: { ...file.load, ...variant.load, ...settings.load },
      capture: variant.capture ?? file.capture,
    }),
  );
  // The user decides this at the start, not the author of the study.
  if (setup.load.allowHost !== null) throw wrong(say('study.noConsent'));
  return setup;
}

function startOf(folder: string, { name, script, command }: Variant): Record<string, string> {
  if (script !== undefined) return { script: resolve(folder, script) };
  if (command !== undefined) return { kind: 'command', command, cwd: folder };
  throw wrong(say('study.noStart', { variant: name }));
}

function withFile(folder: string, files: StudyFiles, topology: string): string {
  return withProxyFile(topology, (file) => {
    files.require(file);
    return resolve(folder, file);
  });
}

function readPlan(folder: string, files: StudyFiles, name: string): { plan: string; planFile: string } {
  return { plan: files.text(name), planFile: resolve(folder, name) };
}
