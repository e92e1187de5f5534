/** What the operator allows one creation; the rest of the rules are in the contract. */
export type CreationLimits = {
  maxClipSeconds: number
  maxPictures: number
  maxWaitingTasks: number
  maxWaitingOfClient: number
  maxUploadsAtOnce: number
  maxUploadsPerAddress: number
  /** Whether only accounts may make GIFs. */
  accountNeeded: boolean
}

export const delayMs = { min: 100, max: 1000, default: 200 }
export const sidePixels = { min: 16, max: 1280 }
export const pictureCountMin = 2
