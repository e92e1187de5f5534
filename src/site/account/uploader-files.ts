/** The formats of files that set up other programs to upload to this instance with a token of an account. */
export const uploaderFormats = ['sharex', 'script'] as const
export type UploaderFormat = (typeof uploaderFormats)[number]

type Facts = {
  siteName: string
  /** The address of `POST /api/upload`. */
  url: string
  /** A token that was looked up, so it has only letters, digits, `_` and `-`. */
  token: string
}

/** The file to download. */
export function uploaderFile(
  format: UploaderFormat,
  facts: Facts,
): { name: string; type: string; text: string } {
  const { host } = new URL(facts.url)
  const base = host.replace(/[^0-9a-z.-]+/gi, '-')
  if (format === 'sharex')
    return { name: `${base}.sxcu`, type: 'application/json; charset=utf-8', text: shareX(facts) }
  return { name: `upload-to-${base}.sh`, type: 'text/x-shellscript; charset=utf-8', text: script(facts) }
}

/** The format of ShareX's custom uploaders, which other programs read too: https://getsharex.com/docs/custom-uploader */
function shareX({ siteName, url, token }: Facts): string {
  const uploader = {
    Version: '15.0.0',
    Name: siteName,
    DestinationType: 'ImageUploader, FileUploader',
    RequestMethod: 'POST',
    RequestURL: url,
    Headers: { Authorization: `Bearer ${token}` },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:url}',
    DeletionURL: '{json:delete_url}',
    ErrorMessage: '{json:error.message}',
  }
  return `${JSON.stringify(uploader, null, 2)}\n`
}

/** A script for any program that can run a command on a file. Neither the address nor the token needs escaping in a shell. */
function script({ url, token }: Facts): string {
  const endpoint = url.replaceAll("'", '%27')
  return `#!/bin/sh
# Uploads the files it is given as GIFs and prints their addresses, one a line. Keep it secret: it carries a token.
# Needs curl. More values, such as -F category=3 or -F visibility=unlisted, may be added to the call.
set -eu
[ $# -gt 0 ] || { echo "Usage: $0 FILE..." >&2; exit 2; }
for file in "$@"; do
  quoted=$(printf '%s' "$file" | sed 's/[\\\\"]/\\\\&/g')
  answer=$(curl -sS --max-time 600 -H 'Authorization: Bearer ${token}' -F "file=@\\"$quoted\\"" '${endpoint}')
  address=$(printf '%s' "$answer" | sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p')
  [ -n "$address" ] || { printf '%s: %s\\n' "$file" "$answer" >&2; exit 1; }
  printf '%s\\n' "$address"
done
`
}
