/**
 * The module that reads a format: `file` reads the bytes, `archive` the parts of a zip, `text` and
 * `code` the decoded text; a vision model reads a `picture`. Nothing reads `oldOffice`, which is
 * recognised to say so.
 */
type ReadAs = 'file' | 'archive' | 'text' | 'code' | 'picture' | 'oldOffice'

/** The icon of a file in lists. */
export type FileIcon = 'text' | 'table' | 'mail' | 'code' | 'picture'

export interface FileFormat {
  /** Lower-case endings without the dot, the usual one first. Each implies `mediaType`. */
  endings: readonly string[]
  /** Endings that imply no media type before the file is read. */
  looseEndings: readonly string[]
  mediaType: string | null
  /** Media types that servers send for the format. Parley stores `mediaType` instead. */
  looseMediaTypes: readonly string[]
  /** Magic bytes of its files, in Latin-1; `?` stands for any byte. Any one of them is enough. */
  signatures: readonly string[]
  icon: FileIcon
  readAs: ReadAs | null
  /** Whether the system's app shows such files and runs nothing; a list limits it to these endings. */
  opensOutside: boolean | readonly string[]
  /** Whether the text that Parley reads from it has tables, as lines with cells. */
  holdsTables: boolean
  /** Whether pages draw it as a picture. SVG is none of these: a kilobyte can block a page for good. */
  isDrawn: boolean
  /** Whether Parley and media models can change the picture and its metadata. */
  isEditable: boolean
}

/** The whole signature of a PNG. A transfer as text damages what follows the first four bytes. */
export const pngSignature = '\x89PNG\r\n\x1a\n'
/** The beginnings of a zip archive: with files, and empty. */
const zip = ['PK\x03\x04', 'PK\x05\x06'] as const
const officeOpenXml = 'application/vnd.openxmlformats-officedocument'
/** The beginning of the media type of every OpenDocument file, templates and drawings included. */
export const openDocument = 'application/vnd.oasis.opendocument'

const document = {
  looseEndings: [],
  looseMediaTypes: [],
  signatures: [],
  icon: 'text',
  holdsTables: false,
  isDrawn: false,
  isEditable: false,
} as const
const text = { ...document, readAs: 'text' } as const
const archive = { ...document, readAs: 'archive', signatures: zip, holdsTables: true } as const
/** Word and Excel before 2007. Macros may run when another app opens them. */
const oldOffice = {
  ...document,
  readAs: 'oldOffice',
  endings: [],
  signatures: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
} as const
const picture = {
  ...document,
  readAs: 'picture',
  icon: 'picture',
  isDrawn: true,
  isEditable: true,
} as const
const code =
  'ts tsx js jsx mjs cjs py rb rs go java kt kts c h cc cpp cxx hpp hh cs swift m mm php pl pm lua r jl ' +
  'scala clj cljs ex exs erl hs ml mli fs fsx vb dart sh bash zsh fish ps1 bat sql css scss less vue ' +
  'svelte yaml yml toml ini conf svg proto graphql tf gradle cmake mk jsonl ndjson zig nim v sv vhd'

/**
 * All documents and pictures that Parley knows. Lists of endings, media types and signatures are
 * derived from this table, and the maps of readers don't compile while one is missing.
 */
export const fileFormats = {
  pdf: {
    ...document,
    endings: ['pdf'],
    mediaType: 'application/pdf',
    signatures: ['%PDF-'],
    readAs: 'file',
    opensOutside: true,
  },
  rtf: {
    ...document,
    endings: ['rtf'],
    mediaType: 'application/rtf',
    signatures: ['{\\rtf'],
    readAs: 'file',
    opensOutside: true,
  },
  docx: {
    ...archive,
    endings: ['docx'],
    mediaType: `${officeOpenXml}.wordprocessingml.document`,
    opensOutside: true,
  },
  pptx: {
    ...archive,
    endings: ['pptx'],
    mediaType: `${officeOpenXml}.presentationml.presentation`,
    opensOutside: true,
  },
  xlsx: {
    ...archive,
    endings: ['xlsx'],
    mediaType: `${officeOpenXml}.spreadsheetml.sheet`,
    icon: 'table',
    opensOutside: true,
  },
  epub: {
    ...archive,
    endings: ['epub'],
    mediaType: 'application/epub+zip',
    opensOutside: true,
  },
  odt: {
    ...archive,
    endings: ['odt'],
    mediaType: `${openDocument}.text`,
    opensOutside: true,
  },
  odp: {
    ...archive,
    endings: ['odp'],
    mediaType: `${openDocument}.presentation`,
    opensOutside: true,
  },
  ods: {
    ...archive,
    endings: ['ods'],
    mediaType: `${openDocument}.spreadsheet`,
    icon: 'table',
    opensOutside: true,
  },
  doc: {
    ...oldOffice,
    looseEndings: ['doc'],
    mediaType: 'application/msword',
    opensOutside: false,
  },
  xls: {
    ...oldOffice,
    looseEndings: ['xls'],
    mediaType: 'application/vnd.ms-excel',
    icon: 'table',
    opensOutside: false,
  },
  html: {
    ...text,
    endings: ['html', 'htm'],
    looseEndings: ['xhtml'],
    mediaType: 'text/html',
    looseMediaTypes: ['application/xhtml+xml'],
    opensOutside: false,
    holdsTables: true,
  },
  mail: {
    ...text,
    endings: ['eml'],
    mediaType: 'message/rfc822',
    icon: 'mail',
    opensOutside: true,
  },
  csv: {
    ...text,
    endings: ['csv'],
    looseEndings: ['tsv'],
    mediaType: 'text/csv',
    looseMediaTypes: ['text/tab-separated-values'],
    icon: 'table',
    holdsTables: true,
    opensOutside: true,
  },
  json: {
    ...text,
    endings: ['json'],
    mediaType: 'application/json',
    icon: 'code',
    opensOutside: false,
  },
  markdown: {
    ...text,
    endings: ['md', 'markdown'],
    looseEndings: ['mdx'],
    mediaType: 'text/markdown',
    opensOutside: ['md'],
  },
  plain: {
    ...text,
    endings: ['txt'],
    mediaType: 'text/plain',
    opensOutside: true,
  },
  xml: {
    ...document,
    endings: ['xml'],
    mediaType: 'text/xml',
    icon: 'code',
    readAs: 'code',
    opensOutside: false,
  },
  code: {
    ...document,
    endings: [],
    looseEndings: code.split(' '),
    mediaType: null,
    icon: 'code',
    readAs: 'code',
    opensOutside: false,
  },
  png: {
    ...picture,
    endings: ['png'],
    mediaType: 'image/png',
    signatures: [pngSignature.slice(0, 4)],
    opensOutside: true,
  },
  jpeg: {
    ...picture,
    endings: ['jpg', 'jpeg'],
    mediaType: 'image/jpeg',
    signatures: ['\xff\xd8\xff'],
    opensOutside: true,
  },
  gif: {
    ...picture,
    endings: ['gif'],
    mediaType: 'image/gif',
    signatures: ['GIF8'],
    isEditable: false,
    opensOutside: true,
  },
  webp: {
    ...picture,
    endings: ['webp'],
    mediaType: 'image/webp',
    signatures: ['RIFF????WEBP'],
    opensOutside: true,
  },
  avif: {
    ...picture,
    endings: [],
    looseEndings: ['avif'],
    mediaType: 'image/avif',
    signatures: ['????ftypavif', '????ftypavis'],
    readAs: null,
    opensOutside: false,
    isEditable: false,
  },
  bmp: {
    ...picture,
    endings: [],
    looseEndings: ['bmp'],
    mediaType: 'image/bmp',
    signatures: ['BM'],
    readAs: null,
    isEditable: false,
    opensOutside: true,
  },
  tiff: {
    ...picture,
    endings: [],
    looseEndings: ['tif', 'tiff'],
    mediaType: 'image/tiff',
    signatures: ['II*\0', 'MM\0*'],
    readAs: null,
    isDrawn: false,
    isEditable: false,
    opensOutside: true,
  },
} as const satisfies Record<string, FileFormat>

export type FormatName = keyof typeof fileFormats

/** The names of the formats whose field has this value. */
export type FormatWith<Field extends keyof FileFormat, Value extends FileFormat[Field]> = {
  [Name in FormatName]: (typeof fileFormats)[Name][Field] extends Value ? Name : never
}[FormatName]

/** Names of all formats, in the order of the table. */
export const formatNames = Object.keys(fileFormats) as readonly FormatName[]

/** Returns a format with the general type of each field. */
export function getFormat(name: FormatName): FileFormat {
  return fileFormats[name]
}

/** Returns the names of the formats whose field has this value, in the order of the table. */
export function formatsWith<Field extends keyof FileFormat, const Value extends FileFormat[Field]>(
  field: Field,
  value: Value,
): FormatWith<Field, Value>[] {
  return formatNames.filter(
    (name): name is FormatWith<Field, Value> => getFormat(name)[field] === value,
  )
}

const byMediaType = new Map(formatNames.map((name) => [getFormat(name).mediaType, name]))

/** Returns the format that Parley stores under exactly this media type. */
export function findFormat(mediaType: string): FormatName | undefined {
  return byMediaType.get(mediaType)
}

/** Returns the media type that the ending of a file's name implies before its bytes are read. */
export function mediaTypeByName(fileName: string): string | null {
  const ending = fileName.toLowerCase().split('.').at(-1) ?? ''
  const name = formatNames.find((each) => getFormat(each).endings.includes(ending))
  return name ? getFormat(name).mediaType : null
}

/** Tells whether a file begins as those of a format do. */
export function hasSignature(bytes: Uint8Array, name: FormatName): boolean {
  return getFormat(name).signatures.some((signature) => beginsWith(bytes, signature))
}

/** Tells whether a file begins with the whole signature of a PNG. */
export function hasPngSignature(bytes: Uint8Array): boolean {
  return beginsWith(bytes, pngSignature)
}

function beginsWith(bytes: Uint8Array, signature: string): boolean {
  const signs = Array.from(signature)
  return signs.every((sign, at) => sign === '?' || bytes[at] === sign.charCodeAt(0))
}

/** Tells whether pages draw files of this media type as pictures. */
export function isDrawnPicture(mediaType: string): boolean {
  const name = findFormat(mediaType)
  return name !== undefined && getFormat(name).isDrawn
}

/** Tells whether Parley and media models can change pictures of this media type. */
export function isEditablePicture(mediaType: string): boolean {
  const name = findFormat(mediaType)
  return name !== undefined && getFormat(name).isEditable
}
