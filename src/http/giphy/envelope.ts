/** Every response has an id: clients treat one without an id as a failure. */
function writeMeta(responseId: string): string {
  return `"meta":{"status":200,"msg":"OK","response_id":"${responseId}"}}`
}

/** The JSON before the items of a list. */
export const listStart = '{"data":['

export type ListPlace = { total: number; offset: number; responseId: string }

/** The JSON after them. `offset` is the position of the first of `count` items. */
export function listEnd({ total, offset, responseId }: ListPlace): (count: number) => string {
  return (count) =>
    `],"pagination":{"total_count":${total},"count":${count},"offset":${offset}},${writeMeta(responseId)}`
}

/** A response whose data is not a list of GIFs. */
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

/** The JSON before and after a single GIF; `[]` replaces a missing one. */
export const singleStart = '{"data":'

export function singleEnd(responseId: string): (count: number) => string {
  return (count) => `${count === 0 ? '[]' : ''},${writeMeta(responseId)}`
}
