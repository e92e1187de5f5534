/** Lists choices that are separated by commas: "a, b or c". */
export function listChoices(choices: string, or: string): string {
  const all = choices.split(',')
  return all.length === 1 ? choices : `${all.slice(0, -1).join(', ')} ${or} ${all.at(-1)}`
}
