/** The texts of the maker and of the page of a task. */
export const makerMessages = {}
