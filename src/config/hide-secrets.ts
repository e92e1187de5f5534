const hidden = '***'
const secretParameter = /pass|secret|token|key|sig/i

/** An address without its password and the secrets in its query; any other text as it is. */
export function hideInAddress(text: string): string {
  if (!text.includes('://')) return text
  // Where it is not valid, a character of the password may be what ends its authority.
  const password = URL.canParse(text) ? /(:\/\/[^:@/?#]*:)[^/?#]*@/ : /(:\/\/[^:@]*:).*@/s
  return text
    .replace(password, `$1${hidden}@`)
    .replace(/([?&])([^?=&#]*)=[^&#]*/g, (all, mark: string, name: string) =>
      secretParameter.test(name) ? `${mark}${name}=${hidden}` : all,
    )
}

/** The value of a secret as it is shown: of an address the rest, of anything else nothing. */
export function hideSecret(text: string): string {
  return /^[a-z][\w+.-]*:\/\//i.test(text) ? hideInAddress(text) : hidden
}
