// `npm pack` calls this before and, with --remove, after packing. npm leaves out the node_modules of the root, so what the bundled studies load
// lies above them for as long as it packs; in a source tree they load the packages that the root has.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStudyPackages } from './study-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

rmSync(join(root, 'resources/node_modules'), { recursive: true, force: true });
if (!process.argv.includes('--remove')) await copyStudyPackages(root, root);
