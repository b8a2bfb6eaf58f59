/** The contract's own limits: its schemas stay out of the page, and a test compares the two. */
export const attachmentLimits = {
  fileBytes: 50 * 1024 * 1024,
  files: 20,
  /** What one call carries. */
  pieceBytes: 1024 * 1024,
}
