// `node --import tsx scripts/sample-notes.mjs NAME FILE`: writes the notes of a sample into its session, and its title, through the engine, as the window does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Engine } from '../electron/engine/api/engine.ts';

/** No figures: those of the next recording are others. */
const NOTES = {
  'slow-route': `These are notes: what you want to remember of a run. They are saved in the session and are part of its reports.

Question: why is the list of products slow?
Finding: ejs compiles the view anew for every request, below listProducts in app.js. Meanwhile all others wait in line.
Next: turn the cache of views on, and compare with this run.`,
  ssr: `These are notes: what you want to remember of a comparison. They are saved in the session and are part of its reports.

Question: does it help others when a page is rendered in many small tasks?
Finding: latencies vary less. The work itself is the same, so throughput and CPU time are not shown to differ.
Next: more pairs would tell more about the median.`,
};

/** As whoever opens a sample would call it; the command line calls sessions of studies by the names that are typed there. */
const TITLES = { ssr: 'Rendering pages: one long task or many small ones' };

const [name, file] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'sample-notes-'));
const engine = new Engine({ dataDir, host: 'browser' });
try {
  const opened = await engine.sessions.openFile(resolve(file), { remember: false });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const noted = await engine.handle('notes.set', { sessionId: opened.value.sessionId, text: NOTES[name] });
  if (!noted.ok) throw new Error(JSON.stringify(noted.failure));
  if (TITLES[name] !== undefined) {
    const named = await engine.handle('sessions.rename', { sessionId: opened.value.sessionId, name: TITLES[name] });
    if (!named.ok) throw new Error(JSON.stringify(named.failure));
  }
} finally {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
}
