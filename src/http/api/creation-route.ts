import { bodyTypes } from '../bodies/read-body.ts'
import type { ApiDeps } from './api-deps.ts'
import { accepted, answers, creationErrorAnswer } from './schemas.ts'

/** The configuration that the three creation calls share. */
export function creationRoute({ admitCreation }: ApiDeps, operationId: string, summary: string) {
  return {
    config: { creation: true, rate: 'creation' as const, admit: admitCreation },
    schema: {
      operationId,
      summary,
      description: 'Answers at once with the id of a task; ask /api/status/{task} until it is done.',
      tags: ['Creation'],
      consumes: bodyTypes,
      response: answers(accepted, creationErrorAnswer),
    },
  }
}
