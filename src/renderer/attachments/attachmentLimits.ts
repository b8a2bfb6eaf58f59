/**
 * A copy of the contract's limits: its schemas stay out of the page, and a test compares the two.
 */
export const attachmentLimits = {
  fileBytes: 50 * 1024 * 1024,
  files: 20,
  /** Bytes per call. */
  pieceBytes: 1024 * 1024,
}
