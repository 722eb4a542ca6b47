// Loaded before an application under measurement. Says on stdout, as lines of JSON, when the page painted for the first time and
// when it could be used; milliseconds since 1970, as only the wall clock is common to the processes.
const { app } = require('electron');
const version = process.versions.electron;

/** Runs in the page. `ready`: a selector of what only a usable page has. */
async function look(ready) {
  const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!paint() || !document.querySelector(ready)) await nextFrame();
  await nextFrame();
  return { paint: performance.timeOrigin + paint().startTime, interactive: Date.now() };
}

exports.watch = (ready) => {
  app.on('web-contents-created', (_event, contents) => {
    contents.once('dom-ready', async () => {
      const seen = await contents.executeJavaScript(`(${look})(${JSON.stringify(ready)})`);
      process.stdout.write(`${JSON.stringify({ electron: version, ...seen })}\n`);
    });
  });
};
