import { z } from 'zod'
import { event, method, nothing } from './ipc/define.ts'

/** The longest document that a preview shows, in characters. */
const maxPreviewLength = 5_000_000
/** In characters; the preload script cuts longer ones (reportProblems.ts). */
const maxProblemLength = 300

const previewInput = z.object({ previewId: z.uuid() })
const problemText = z.string().min(1).max(maxProblemLength)

/**
 * Something that did not work in a document: an error of its scripts; a host that it does not
 * reach; a file that it names and that is not there; something that no preview does. The texts are
 * the document's.
 */
export const previewProblemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('script'),
    text: problemText,
    /** Counted from 1; null if unknown. */
    line: z.int().positive().nullable(),
  }),
  z.object({ kind: z.enum(['host', 'file']), name: problemText }),
  z.object({ kind: z.enum(['link', 'form', 'dialog', 'download']) }),
])
export type PreviewProblem = z.output<typeof previewProblemSchema>

const documentInput = z.object({
  kind: z.enum(['html', 'svg']),
  text: z.string().max(maxPreviewLength),
})

/** Documents of answers, each in a frame that reaches nothing. Main only serves them. */
export const previews = {
  /** Keeps a document for a new frame, which may load the address once. */
  open: method(documentInput, z.object({ previewId: z.uuid(), address: z.string() })),
  /** Forgets a document and its frame. */
  close: method(previewInput, nothing),
  /**
   * Opens a document in the system's browser, where it has the network, after a question in main's
   * dialog. Errors: consentRefused, diskFull, folderReadOnly, browserMissing.
   */
  openInBrowser: method(documentInput, nothing),
  /** Something did not work in a document, at most 20 times. */
  failed: event(previewInput.extend({ problem: previewProblemSchema })),
  /** A document has sent main more than it may. */
  flooded: event(previewInput),
}
