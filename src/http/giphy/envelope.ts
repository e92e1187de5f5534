/** Every answer names itself: clients take one without an id for a failure. */
function writeMeta(responseId: string): string {
  return `"meta":{"status":200,"msg":"OK","response_id":"${responseId}"}}`
}

/** What comes before the items of a list. */
export const listStart = '{"data":['

export type ListPlace = { total: number; offset: number; responseId: string }

/** What comes after them. `offset` is that of the first of `count` items. */
export function listEnd({ total, offset, responseId }: ListPlace): (count: number) => string {
  return (count) =>
    `],"pagination":{"total_count":${total},"count":${count},"offset":${offset}},${writeMeta(responseId)}`
}

/** An answer whose data is no list of GIFs. */
export function envelope(data: unknown, responseId: string) {
  return { data, meta: { status: 200, msg: 'OK', response_id: responseId } }
}

/** A list of anything but GIFs. */
export function listEnvelope(data: readonly unknown[], { total, offset, responseId }: ListPlace) {
  return {
    data,
    pagination: { total_count: total, count: data.length, offset },
    meta: { status: 200, msg: 'OK', response_id: responseId },
  }
}

/** What comes before and after a single GIF; in its place `[]` where there is none. */
export const singleStart = '{"data":'

export function singleEnd(responseId: string): (count: number) => string {
  return (count) => `${count === 0 ? '[]' : ''},${writeMeta(responseId)}`
}
