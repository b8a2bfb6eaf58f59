import type { Attachment, ResourceLink, ToolResultPart } from '../../shared/chat/parts.ts'
import { resourceLinkSchema } from '../../shared/chat/parts.ts'
import { resultLimits } from './resultLimits.ts'
import type { ResultPart, ToolResult } from './tool.ts'

/** Stores a file that a tool returned. Errors: attachmentTooLarge, diskFull, filesFull. */
export type StoreFile = (bytes: Uint8Array, mediaType: string, name?: string) => Promise<Attachment>

/** Enough of a file's id to find it in a chat. */
const idLength = 12

export type KeptResult = Omit<ToolResultPart, 'type' | 'id'>

/**
 * Returns a result as the message keeps it, with its files stored. Leaves out what is too much and
 * tells the model: a call that has done its work must not fail because of its output.
 */
export async function keepResult(
  { parts, failed = false, refusal, shown, source, page, media, linksOf }: ToolResult,
  storeFile: StoreFile,
): Promise<KeptResult> {
  const texts = parts.flatMap((part) => (part.type === 'file' ? [] : textOfPart(part)))
  const links = linksOf === undefined ? [] : linksIn(parts, linksOf)
  if (links.length > 0) texts.push('[read_resource reads what is linked here.]')
  const given = parts.filter((part) => part.type === 'file')
  const files: Attachment[] = []
  for (const file of given) {
    const kept = await keepFile(file, files.length, storeFile)
    if (typeof kept === 'string') texts.push(kept)
    else files.push(kept)
  }
  return {
    ...(await keepText(texts.filter((text) => text !== '').join('\n\n'), storeFile)),
    failed,
    ...(refusal && { refusal }),
    ...(files.length > 0 && { files }),
    ...(links.length > 0 && { links }),
    ...(shown !== undefined && { shown: shown.slice(0, resultLimits.shownLength) }),
    ...(source !== undefined && { source: source.slice(0, resultLimits.sourceLength) }),
    ...(page && { page }),
    ...(media && { media }),
  }
}

/** Returns a piece as text; of a link what leads to it. */
export function textOfPart(part: Exclude<ResultPart, { type: 'file' }>): string {
  if (part.type === 'text') return part.text
  const { title, uri, description } = part
  const about = description === '' ? '' : `\n${description}`
  return `Resource “${title}”: ${uri}${about}`
}

/** Returns the links that can be read, each once. */
function linksIn(parts: readonly ResultPart[], pluginId: string): ResourceLink[] {
  const links = new Map<string, ResourceLink>()
  for (const part of parts) {
    if (part.type !== 'link') continue
    const { uri, title, description } = part
    const link = resourceLinkSchema.safeParse({ uri, title, description, pluginId })
    if (link.success) links.set(uri, link.data)
  }
  return [...links.values()].slice(0, resultLimits.links)
}

/** Returns the stored file, or a sentence that says why there is none. */
async function keepFile(
  { name, mediaType, bytes, flagged }: Extract<ResultPart, { type: 'file' }>,
  kept: number,
  storeFile: StoreFile,
): Promise<Attachment | string> {
  if (kept >= resultLimits.files) return `[${name} was left out: too many files.]`
  if (bytes.byteLength > resultLimits.fileBytes) return `[${name} was left out: it is too large.]`
  try {
    const file = await storeFile(bytes, mediaType, name)
    return flagged ? { ...file, flagged } : file
  } catch {
    return `[${name} was left out: it could not be stored.]`
  }
}

/** Returns the beginning of a long text, and the whole as a file in which the model can read on. */
async function keepText(
  text: string,
  storeFile: StoreFile,
): Promise<Pick<KeptResult, 'text' | 'rest'>> {
  const left = text.length - resultLimits.textLength
  if (left <= 0) return { text }
  // Cutting must not split a surrogate pair.
  const kept = text.slice(0, resultLimits.textLength).toWellFormed()
  const note = `[Cut here: ${String(left)} more characters are left out.`
  const bytes = new TextEncoder().encode(text)
  const rest =
    bytes.byteLength > resultLimits.fileBytes
      ? undefined
      : await storeFile(bytes, 'text/plain', 'result.txt').catch(() => undefined)
  if (!rest) return { text: `${kept}\n\n${note}]` }
  const where = `file ${rest.id.slice(0, idLength)} from ${String(resultLimits.textLength)}`
  return { text: `${kept}\n\n${note} read_attachment reads on: ${where}]`, rest }
}
