/** More lines would not help. */
const maxFaultsShown = 20

/** Prints what is wrong, a line each: the first of them, or up to `max`. */
export function listFaults(faults: readonly string[], max = maxFaultsShown): void {
  for (const fault of faults.slice(0, max)) console.error(fault)
  if (faults.length > max) console.error(`... and ${faults.length - max} more`)
}
