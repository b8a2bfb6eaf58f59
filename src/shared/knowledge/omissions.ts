import { z } from 'zod'

/** Why something of a document was not read. */
export const omissionReasons = [
  /** A page of a PDF, or a file that is a picture, which a model could read. */
  'pageWithoutText',
  'pictureWithoutText',
  /** Content beyond the limit of a reader. */
  'tooLong',
  /** Characters that the encoding or the font does not tell. */
  'unknownCharacters',
  /** Content outside of the visible part of a page. */
  'croppedText',
  /** The bytes look as much like another encoding: the text may be wrong. */
  'unsureEncoding',
  /** Another page, which a page of frames shows. */
  'frame',
  /** Content that the author of a workbook, a text or a presentation hid. */
  'hiddenSheet',
  'hiddenRow',
  'hiddenColumn',
  'hiddenSlide',
  'hiddenText',
  /** Text that the author deleted, which the file keeps as a change. */
  'deletedText',
  /** Objects within a document. */
  'picture',
  'media',
  'chart',
  'drawing',
  'comment',
  'embeddedFile',
  'macro',
  'encryptedPart',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** The reasons that a source names; the rest counts as its unread pictures. */
export const namedReasons = omissionReasons.filter(
  (reason) => reason !== 'pageWithoutText' && reason !== 'pictureWithoutText',
)
export type NamedReason = Exclude<OmissionReason, 'pageWithoutText' | 'pictureWithoutText'>

/** Parts of a source that were not read: each reason once, with its number of occurrences. */
export const sourceOmissionsSchema = z
  .array(z.object({ reason: z.enum(namedReasons), count: z.number().int().positive() }))
  .max(omissionReasons.length)
export type SourceOmission = z.infer<typeof sourceOmissionsSchema>[number]
