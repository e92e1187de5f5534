const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The texts of the recorder. */
export const recordTexts = {
  start: 'Start recording',
  stop: 'Stop recording',
  started: 'Recording',
  cancel: 'Cancel',
  mirror: 'Mirror',
  local: 'The recording stays in your browser until you press “Make GIF”.',
  elapsed: (seconds: number, limit: number) => `${clock(seconds)} of ${clock(limit)}`,
  /** The names of the files, which become titles. */
  names: { screen: 'Screen recording', camera: 'Camera recording' },
  errors: {
    screenRefused: 'No screen was shared. Choose a screen, a window or a tab to record.',
    cameraRefused: 'The camera is blocked. Allow it for this site in the browser, then try again.',
    noScreen: 'There is no screen to record here.',
    noCamera: 'No camera was found. Connect one, then try again.',
    inUse: 'Another app is using it. Close that app, then try again.',
    empty: 'Nothing was recorded. Record for a moment longer.',
    unknown: 'This browser could not record. Try another browser, or choose a file.',
  },
}
