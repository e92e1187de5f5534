/** The pages that an operator may write, by the names of their files and addresses. */
export const operatorPages = ['about', 'terms', 'privacy'] as const

export type OperatorPage = (typeof operatorPages)[number]
