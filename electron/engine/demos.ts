import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from '../../shared/model/schema.ts';
import { captureSchema, DEFAULT_LOAD, DEFAULT_PORT_TIMEOUT_S, type Setup, setupSchema } from '../../shared/model/setup.ts';
import type { Demo } from '../../shared/protocol/contract.ts';

const word = z.string().regex(/^[a-z][a-z0-9-]{0,49}$/);
const sentence = z.string().min(1).max(1_000);

/** `demo.json` of a study: what all variants share, and the script of each. See resources/demos/README.md. */
const demoFileSchema = z.strictObject({
  name: word,
  title: sentence,
  summary: sentence,
  env: z.record(z.string(), z.string()),
  load: z.strictObject({ url: z.string(), connections: z.number(), requests: z.number(), timeoutS: z.number() }),
  capture: captureSchema,
  variants: z.array(z.strictObject({ name: word, title: sentence, script: z.string().regex(/^[\w-]+\.[cm]?[jt]s$/) })).min(1),
});
type DemoFile = z.infer<typeof demoFileSchema>;

/**
 * The bundled studies, by name. Throws when one of them is wrong: they are part of the product, so that is a bug and not
 * a failure the user could do anything about.
 */
export async function loadDemos(dir: string): Promise<Demo[]> {
  const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const demos = await Promise.all(folders.map((folder) => loadDemo(join(dir, folder.name))));
  return demos.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function loadDemo(folder: string): Promise<Demo> {
  const file = demoFileSchema.parse(JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')));
  const variants = file.variants.map(({ name, title, script }) => ({ name, title, setup: toSetup(file, resolve(folder, script)) }));
  return { name: file.name, title: file.title, summary: file.summary, variants, comparisons: [], lesson: null };
}

function toSetup({ env, load, capture }: DemoFile, script: string): Setup {
  const { url, connections, requests, timeoutS } = load;
  return setupSchema.parse({
    target: {
      script,
      args: [],
      cwd: null,
      env: Object.entries(env).map(([name, value]) => ({ name, value })),
      node: null,
      portTimeoutS: DEFAULT_PORT_TIMEOUT_S,
    },
    load: { ...DEFAULT_LOAD, url, connections, end: { by: 'amount', requests }, timeoutS },
    capture,
  });
}
