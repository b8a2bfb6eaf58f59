import PostalMime, { type Address } from 'postal-mime'
import type { ReadDocument } from '../readDocument.ts'
import { createDocumentWriter } from './documentWriter.ts'
import { plainBlocks } from './plainBlocks.ts'
import { cleanText } from './decodeText.ts'
import { writeHtml } from './web/writeHtml.ts'

const depthMaximum = 50
/** Of an encrypted e-mail the text is such an attachment. */
const encryptedTypes = /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)\b/i
const headBytesMaximum = 1_000_000

/** Reads an e-mail: its subject, who wrote to whom and when, its text, and what is attached. */
export async function readMail(bytes: Uint8Array): Promise<ReadDocument> {
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: depthMaximum,
    maxHeadersSize: headBytesMaximum,
  })
  const writer = createDocumentWriter()
  const { subject = '' } = mail
  writer.heading(1, subject)
  const lines = [
    `From: ${mail.from ? addresses([mail.from]) : ''}`,
    `To: ${addresses(mail.to ?? [])}`,
    `Cc: ${addresses(mail.cc ?? [])}`,
    `Date: ${mail.date ?? ''}`,
  ]
  writer.block('paragraph', lines.filter((line) => !line.endsWith(': ')).join('\n'))
  if (mail.text?.trim()) {
    const text = cleanText(mail.text)
    for (const { start, end } of plainBlocks(text))
      writer.block('paragraph', text.slice(start, end))
  } else if (mail.html) writeHtml(mail.html, writer, { mainText: false })
  for (const { filename, mimeType } of mail.attachments) {
    if (filename) writer.block('listItem', `Attachment: ${filename}`)
    writer.omit({ reason: encryptedTypes.test(mimeType) ? 'encryptedPart' : 'embeddedFile' })
  }
  return writer.finish(subject)
}

function addresses(given: readonly Address[]): string {
  return given
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(', ')
}
