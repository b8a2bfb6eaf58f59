import { z } from 'zod'

/**
 * The encodings of text that Parley reads, by the names of the WHATWG, and by those of IBM and Apple
 * for what browsers don't know. The usual ones come first.
 */
export const encodings = [
  'utf-8',
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874'],
  ...['gb18030', 'hz-gb-2312', 'big5', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'euc-kr'],
  ...['iso-2022-kr', 'koi8-r', 'koi8-u', 'iso-8859-2', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7'],
  ...['iso-8859-8', 'iso-8859-15', 'macintosh', 'x-mac-cyrillic', 'mac-greek', 'mac-iceland'],
  ...['mac-latin2', 'mac-turkish', 'cp437', 'cp737', 'cp775', 'cp850', 'cp852', 'cp855', 'cp857'],
  ...['cp858', 'cp860', 'cp861', 'cp862', 'cp863', 'cp864', 'cp865', 'ibm866', 'cp869'],
  ...['ebcdic-037', 'ebcdic-273', 'ebcdic-424', 'ebcdic-500', 'ebcdic-875', 'ebcdic-1026'],
  ...['ebcdic-1047', 'ebcdic-1140', 'utf-16le', 'utf-16be'],
] as const

export const encodingSchema = z.enum(encodings)
export type Encoding = z.infer<typeof encodingSchema>

/** A way to read a text, with how it begins then. */
export const encodingChoiceSchema = z.object({ encoding: encodingSchema, sample: z.string() })
export type EncodingChoice = z.infer<typeof encodingChoiceSchema>
