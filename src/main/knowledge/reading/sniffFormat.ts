/** The formats that have a reader. */
export type DocumentFormat =
  | 'pdf'
  | 'zip'
  | 'rtf'
  | 'html'
  | 'mail'
  | 'csv'
  | 'json'
  | 'markdown'
  | 'code'
  | 'text'
  | 'picture'
  /** Word, Excel and PowerPoint before 2007. */
  | 'oldOffice'

const signatures: readonly [DocumentFormat, readonly number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['oldOffice', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
]

const textEndings: Readonly<Record<string, DocumentFormat>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  eml: 'mail',
}

const codeEndings = new Set(
  (
    'ts tsx js jsx mjs cjs py rb rs go java kt kts c h cc cpp cxx hpp hh cs swift m mm php pl pm lua r jl ' +
    'scala clj cljs ex exs erl hs ml mli fs fsx vb dart sh bash zsh fish ps1 bat sql css scss less vue ' +
    'svelte yaml yml toml ini conf xml svg proto graphql tf gradle cmake mk jsonl ndjson zig nim v sv vhd'
  ).split(' '),
)

const textTypes: Readonly<Record<string, DocumentFormat>> = {
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'message/rfc822': 'mail',
}

/** Where a PDF's signature may stand, if its name says that it is one: some begin with other bytes. */
const pdfHeadBytes = 1024

/** Tells a file's format by its bytes. Undefined means text: `sniffText` tells its kind. */
export function sniffFormat(bytes: Uint8Array, name: string): DocumentFormat | undefined {
  const found = signatures.find(([, signature]) =>
    signature.every((byte, at) => bytes[at] === byte),
  )
  if (found) return found[0]
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, pdfHeadBytes))
  // A text about PDF may have the signature in its first lines too.
  const place = head.indexOf('%PDF-')
  const isNamed = /\.pdf$/i.test(name)
  if (place === 0 || (place > 0 && isNamed)) return 'pdf'
  // Without its signature it is damaged, but no text.
  if (isNamed && /^\d+ \d+ obj\b/m.test(head.toString('latin1'))) return 'pdf'
  const isWebp =
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'picture' : undefined
}

/** Tells the kind of a text by how it begins, then by its name, then by what its server said. */
export function sniffText(text: string, name: string, mediaType: string): DocumentFormat {
  const head = text.slice(0, 2000).trimStart()
  if (/^(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype html|html[\s>])/is.test(head)) return 'html'
  const ending = /\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const named = textEndings[ending] ?? (codeEndings.has(ending) ? 'code' : undefined)
  if (named) return named
  return textTypes[mediaType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'text'
}

/** Returns the media type of a picture. */
export function pictureType(bytes: Uint8Array): string {
  if (bytes[0] === 0x89) return 'image/png'
  if (bytes[0] === 0xff) return 'image/jpeg'
  return bytes[0] === 0x47 ? 'image/gif' : 'image/webp'
}
