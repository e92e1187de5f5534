/** Whether a file is still there as it was chosen, and is no folder. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    // The browser says no more than that it cannot be read.
    return false
  }
}

/** The first file of a form that cannot be read any more; null where all can. */
export async function unreadableFileIn(data: FormData): Promise<File | null> {
  for (const value of data.values()) if (value instanceof File && !(await isReadable(value))) return value
  return null
}
