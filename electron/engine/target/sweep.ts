/** Ends what is left of a run. Builtins only: the load process uses it when the engine has died. */
export { killMarked } from '../agent/sweep.ts';
