// Renders the icons of resources/icons from their SVG sources with an installed browser. Run by hand when a source changes;
// the results are committed, so that packing needs neither a browser nor an icon tool.
//
//     node scripts/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/setup/find-browser.mjs';
import { icnsOf, icoOf } from './icon-files.mjs';

const folder = fileURLToPath(new URL('../resources/icons', import.meta.url));
/** Sizes of the hicolor theme on Linux; 1024 is for high-density displays on macOS. */
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const SMALL = 32;

const found = findBrowser();
if (!found) throw new Error('Drawing the icons needs a Chromium, Chrome or Edge.');
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
const page = await browser.newPage();

async function draw(size) {
  const svg = readFileSync(join(folder, size <= SMALL ? 'loopscope-small.svg' : 'loopscope.svg'), 'utf8');
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

const drawn = new Map();
for (const size of SIZES) drawn.set(size, await draw(size));
await browser.close();
for (const [size, png] of drawn) if (size <= 512) writeFileSync(join(folder, `${size}x${size}.png`), png);
writeFileSync(join(folder, 'icon.icns'), icnsOf(drawn));
writeFileSync(join(folder, 'icon.ico'), icoOf(drawn));
console.log(`drew ${[...drawn.keys()].join(', ')} pixels, icon.icns and icon.ico`);
