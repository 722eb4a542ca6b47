/** The `loopscope` command. Each of its commands is a file; flags are a contract (docs/user/COMMAND-LINE.md). */
import './start-folder.ts';
import { runProgram } from './run-program.ts';
import { outliveReaders } from './terminal.ts';

outliveReaders();
await runProgram();
