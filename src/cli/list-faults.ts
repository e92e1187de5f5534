/** More lines would not help. */
const maxFaultsShown = 20

/** Prints what is wrong, a line each. */
export function listFaults(faults: string[]): void {
  for (const fault of faults.slice(0, maxFaultsShown)) console.error(fault)
  if (faults.length > maxFaultsShown) console.error(`... and ${faults.length - maxFaultsShown} more`)
}
