import type { CompatDeps } from '../compat/compat-deps.ts'
import type { RecordCache } from '../records/record-cache.ts'

/** `records` are written by `tenorRecordWriter`. */
export type TenorDeps = CompatDeps & { records: RecordCache }
