/** Runs a script in several processes that share its port, as the cluster module of Node does. Runs under the user's Node, from 18 on. */
import cluster from 'node:cluster';

const [copies, script = '', ...args] = process.argv.slice(2);

cluster.setupPrimary({ exec: script, args });
// With fewer than were asked for the figures would be those of another topology. The others end when the primary does.
cluster.on('exit', (_, code, signal) => {
  if (code !== 0 || signal !== null) process.exit(code || 1);
});
for (let copy = 0; copy < Number(copies); copy++) cluster.fork();
