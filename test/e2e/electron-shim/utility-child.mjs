// What a utility process gives its script: a port to the parent, and no channel of Node's own.
import { pathToFileURL } from 'node:url';

const [, , file] = process.argv;
const send = process.send.bind(process);
process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => send(message),
};
process.send = undefined;
process.on('disconnect', () => process.exit(1));
await import(pathToFileURL(file).href);
