/** The texts that the API reference's browser modules show. */
export const developersTexts = { noAnswer: 'No answer: the service could not be reached.' }
