import assert from 'node:assert/strict'
import Type, { type Static } from 'typebox'
import { Check, Errors } from 'typebox/value'

/*
 * Reads answers like timeless-space/stream-chat-swift, in Swift with Codable
 * (Sources/StreamChatUI/ApiLayer/GiphyModel.swift): one missing rendition of one GIF fails the whole answer.
 */
const answer = Type.Object({
  data: Type.Array(
    Type.Object({
      type: Type.String(),
      id: Type.String(),
      images: Type.Object({ fixed_width_downsampled: Type.Object({ url: Type.String() }) }),
    }),
  ),
  pagination: Type.Object({
    total_count: Type.Integer(),
    count: Type.Integer(),
    offset: Type.Integer(),
  }),
  meta: Type.Object({ status: Type.Integer(), msg: Type.String(), response_id: Type.String() }),
})

export function readModels(body: unknown): Static<typeof answer>['data'] {
  assert.ok(Check(answer, body), JSON.stringify(Errors(answer, body).slice(0, 3)))
  return body.data
}
