/** Failures that the page itself notices. */
export const page = {
  mayOnlyLook: 'This page may only look at what is open.',
  bug: 'Something went wrong in the interface itself',
  connectionLost: 'The connection to the engine was lost before it replied.',
  downloadFailed: 'The session file could not be downloaded.',
  uploadFailed: 'The file {name} could not be sent to the engine.',
  engineRestarted: 'The engine ended unexpectedly and was started again.',

  reload: 'This is a bug in Loopscope. What was recorded is safe; reload the page to continue.',
  connectAgain: 'It is being restored; try again when the notice at the top is gone.',
  downloadAgain: 'Check that the engine is running, and download it again.',
  uploadAgain: 'Check that it still exists and that the engine is running.',
  notTrashed: 'The system did not move {path} to its trash.',
  lookInFolder: 'Look at it in its folder: it may be open elsewhere, or on a disk without a trash.',
  recoverBelow: 'If a run was in progress, you can recover what it recorded below.',
} as const;
