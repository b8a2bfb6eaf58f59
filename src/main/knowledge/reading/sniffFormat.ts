import {
  fileFormats,
  formatsWith,
  getFormat,
  hasSignature,
  type FormatName,
  type FormatWith,
} from '../../../shared/fileFormats.ts'

/** A format recognized by the first bytes; the parts of an archive tell which document it is. */
export type SniffedFormat = FormatWith<'readAs', 'file'> | 'archive' | 'picture' | 'oldOffice'

/** A text whose reader gets it decoded. `code` stands for XML too. */
export type TextFormat = FormatWith<'readAs', 'text'> | 'code'

/**
 * Bytes at the start of a file named `.pdf` in which its signature may stand: some begin with
 * others.
 */
const pdfHeadBytes = 1024

/** Tells a file's format by its bytes. Undefined means text: `sniffText` tells its kind. */
export function sniffFormat(bytes: Uint8Array, name: string): SniffedFormat | undefined {
  const file = formatsWith('readAs', 'file').find((each) => hasSignature(bytes, each))
  if (file) return file
  const group = (['archive', 'picture', 'oldOffice'] as const).find((readAs) =>
    formatsWith('readAs', readAs).some((each) => hasSignature(bytes, each)),
  )
  if (group) return group
  if (!/\.pdf$/i.test(name)) return undefined
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, pdfHeadBytes))
  // Only by its name: a text about PDF may have the signature in its first lines too.
  if (head.includes(fileFormats.pdf.signatures[0])) return 'pdf'
  // Without its signature it is damaged, but no text.
  return /^\d+ \d+ obj\b/m.test(head.toString('latin1')) ? 'pdf' : undefined
}

/** Tells the kind of a text by how it begins, then by its name, then by what its server said. */
export function sniffText(text: string, name: string, mediaType: string): TextFormat {
  const head = text.slice(0, 2000).trimStart()
  if (/^(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype html|html[\s>])/is.test(head)) return 'html'
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const isNamed = (each: FormatName): boolean => {
    const { endings, looseEndings } = getFormat(each)
    return endings.includes(ending) || looseEndings.includes(ending)
  }
  if (formatsWith('readAs', 'code').some(isNamed)) return 'code'
  const texts = formatsWith('readAs', 'text')
  const named = texts.find(isNamed)
  // Any text may be named .txt: the server knows more.
  if (named && named !== 'plain') return named
  const said = mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  const isSaid = (each: (typeof texts)[number]): boolean =>
    [fileFormats[each].mediaType, ...getFormat(each).looseMediaTypes].includes(said)
  return texts.find(isSaid) ?? 'plain'
}

/** Returns the media type of a picture. */
export function pictureType(bytes: Uint8Array): string {
  const name = formatsWith('readAs', 'picture').find((each) => hasSignature(bytes, each))
  return fileFormats[name ?? 'webp'].mediaType
}
