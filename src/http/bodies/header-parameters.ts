type ParameterizedHeader = { value: string; parameters: Map<string, string> }

const parameter = /\s*;\s*(?:([!#$%&'*+.^_`|~0-9a-z-]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([^;\s"]*)))?/iy

/** Parses `value; name=value; name="value"`, with value and names in lowercase. Null if it is malformed. */
export function parseHeader(header: string): ParameterizedHeader | null {
  const semicolon = header.indexOf(';')
  const end = semicolon < 0 ? header.length : semicolon
  const parameters = new Map<string, string>()
  parameter.lastIndex = end
  for (let at = end; header.slice(at).trim() !== ''; at = parameter.lastIndex) {
    const match = parameter.exec(header)
    if (match === null) return null
    const [, name, quoted, plain] = match
    // Only quotes are unescaped: old browsers send Windows paths with plain backslashes.
    if (name !== undefined) parameters.set(name.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? plain ?? '')
  }
  return { value: header.slice(0, end).trim().toLowerCase(), parameters }
}
