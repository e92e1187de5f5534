/** Reads one encoding. Takes the body in pieces cut anywhere, which it may change. */
export type BodyReader = {
  /** Throws AppError for what is wrong with the body. The bytes may not be reused before the promise is kept. */
  write(bytes: Buffer): Promise<void>
  /** Says that the body is complete. Throws AppError malformed_body when it ends too early. */
  end(): Promise<void>
}
