/** What is made of a source is called so in the folder of its job. */
export const previewName = 'preview'
