import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps } from './api-deps.ts'
import { accepted, answers, creationErrorAnswer } from './schemas.ts'

/** The configuration shared by the three creation calls. */
export function creationRoute({ admitCreation }: ApiDeps, operationId: string, summary: string) {
  return {
    config: { creation: true, rate: 'creation' as const, admit: admitCreation },
    schema: {
      operationId,
      summary,
      description: 'Answers immediately with the id of a task. Poll /api/status/{task} until it is done.',
      tags: ['Creation'],
      consumes: bodyTypes,
      response: answers(accepted, creationErrorAnswer),
    },
  }
}
