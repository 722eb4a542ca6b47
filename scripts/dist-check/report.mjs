// One line for each thing looked at; the process ends with 1 when one of them was not as it should be.
let failures = 0;

export function check(what, isSo, detail = '') {
  if (!isSo) failures += 1;
  console.log(`${isSo ? 'ok    ' : 'FAILED'}  ${what}${isSo || detail === '' ? '' : `: ${detail}`}`);
}

/** Something that cannot be looked at on this machine, and why. */
export function leaveOut(what, why) {
  console.log(`left out  ${what}: ${why}`);
}

export function finish() {
  console.log(failures === 0 ? 'dist:check: everything is as it should be' : `dist:check: ${failures} FAILED`);
  // Not exitCode: a library of electron-builder ends the process with 0 when nothing is left to do.
  process.exit(failures === 0 ? 0 : 1);
}
