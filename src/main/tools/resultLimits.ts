/** The limits of one result, which every later request of the chat includes. */
export const resultLimits = {
  /** UTF-16 units of text for the model. */
  textLength: 100_000,
  files: 16,
  links: 50,
  fileBytes: 20 * 1024 * 1024,
  /** UTF-16 units of Markdown for the user. */
  shownLength: 200_000,
  sourceLength: 300,
} as const
