// One line per check; the process exits with 1 if one of them failed.
let failures = 0;

export function check(what, isSo, detail = '') {
  if (!isSo) failures += 1;
  console.log(`${isSo ? 'ok    ' : 'FAILED'}  ${what}${isSo || detail === '' ? '' : `: ${detail}`}`);
}

/** A check that cannot be done on this machine, and why. */
export function leaveOut(what, why) {
  console.log(`left out  ${what}: ${why}`);
}

export function finish() {
  console.log(failures === 0 ? 'dist:check: everything is as it should be' : `dist:check: ${failures} FAILED`);
  // Not exitCode: a library of electron-builder exits with 0 when nothing is left to do.
  process.exit(failures === 0 ? 0 : 1);
}
