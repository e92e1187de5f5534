const hidden = '***'
const secretParameter = /pass|secret|token|key|sig/i

/** An address without its password and the secrets in its query; any other text is returned unchanged. */
export function hideInAddress(text: string): string {
  if (!text.includes('://')) return text
  // In an invalid address, the authority may end at a character of the password.
  const password = URL.canParse(text) ? /(:\/\/[^:@/?#]*:)[^/?#]*@/ : /(:\/\/[^:@]*:).*@/s
  return text
    .replace(password, `$1${hidden}@`)
    .replace(/([?&])([^?=&#]*)=[^&#]*/g, (all, mark: string, name: string) =>
      secretParameter.test(name) ? `${mark}${name}=${hidden}` : all,
    )
}

/** The value of a secret as shown: an address without its secret parts, nothing of any other value. */
export function hideSecret(text: string): string {
  return /^[a-z][\w+.-]*:\/\//i.test(text) ? hideInAddress(text) : hidden
}
