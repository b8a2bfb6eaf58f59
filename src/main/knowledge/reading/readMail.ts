import PostalMime, { type Address, type Attachment } from 'postal-mime'
import type { ReadDocument } from '../readDocument.ts'
import { createDocumentWriter, type DocumentWriter } from './documentWriter.ts'
import { plainBlocks } from './plainBlocks.ts'
import { cleanText, decodeText } from './decodeText.ts'
import { writeHtml } from './web/writeHtml.ts'

const maxDepth = 50
/** Attachments that hold the text of an encrypted e-mail. */
const encryptedTypes = /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)\b/i
const maxHeadBytes = 1_000_000

/** A mail within more mails is a file within a file. */
const maxMails = 5
/** Parts without a name that are text, though a mail program may not show it. */
const textTypes = /^(?:[^/]*|text\/(?!calendar\b).*|message\/delivery-status)$/i

/**
 * Reads an e-mail: its subject, who wrote to whom and when, its text, the mails that it forwards,
 * and what is attached.
 */
export async function readMail(bytes: Uint8Array): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const subject = await writeMail(bytes, writer, 1)
  return writer.finish(subject)
}

/** Writes a mail and those within it. Returns its subject. */
async function writeMail(
  bytes: Uint8Array | ArrayBuffer,
  writer: DocumentWriter,
  level: number,
): Promise<string> {
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: maxDepth,
    maxHeadersSize: maxHeadBytes,
  })
  const { subject = '' } = mail
  writer.heading(level, subject)
  const lines = [
    `From: ${mail.from ? addresses([mail.from]) : ''}`,
    `To: ${addresses(mail.to ?? [])}`,
    `Cc: ${addresses(mail.cc ?? [])}`,
    `Date: ${mail.date ?? ''}`,
  ]
  writer.block('paragraph', lines.filter((line) => !line.endsWith(': ')).join('\n'))
  if (mail.text?.trim()) writeText(mail.text, writer)
  else if (mail.html) writeHtml(mail.html, writer, { mainText: false })
  for (const attachment of mail.attachments) await writeAttachment(attachment, writer, level)
  return subject
}

function writeText(given: string, writer: DocumentWriter): void {
  const text = cleanText(given)
  for (const { start, end } of plainBlocks(text)) writer.block('paragraph', text.slice(start, end))
}

async function writeAttachment(
  { filename, mimeType, content }: Attachment,
  writer: DocumentWriter,
  level: number,
): Promise<void> {
  if (filename) writer.block('listItem', `Attachment: ${filename}`)
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  if (/^message\/rfc822$/i.test(mimeType) && level < maxMails) {
    await writeMail(bytes, writer, level + 1)
    return
  }
  const decoded = !filename && textTypes.test(mimeType) ? await decodeText(bytes) : undefined
  if (decoded) writeText(decoded.text, writer)
  else writer.omit({ reason: encryptedTypes.test(mimeType) ? 'encryptedPart' : 'embeddedFile' })
}

function addresses(given: readonly Address[]): string {
  return given
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(', ')
}
