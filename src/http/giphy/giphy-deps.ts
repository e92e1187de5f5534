import type { AdmitCreation } from '../../creation/admission.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'
import type { UploadLimits } from '../plugins/request-bodies.ts'
import type { RecordCache } from '../records/record-cache.ts'

export type GiphyDeps = CompatDeps & {
  /** The output of `gifWriter`, for listed GIFs only. */
  records: Pick<RecordCache, 'list'>
  submitCreation: SubmitCreation
  admitCreation: AdmitCreation
  uploadLimits: UploadLimits
  creationLimits: Pick<CreationLimits, 'maxClipSeconds' | 'preset'>
}
