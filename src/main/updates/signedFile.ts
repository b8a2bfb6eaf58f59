import { verify, type KeyObject } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'

/**
 * The last line of a channel file: a comment of YAML, so that the file and its signature arrive
 * together. scripts/signUpdates.mjs writes it.
 */
const signatureLine = /^# ed25519: ([\w+/]{86}==)\r?\n?$/
const signatureStart = '\n# ed25519: '

/**
 * Returns the text of a channel file that one of the keys has signed, without the signature's line.
 * The signature covers `name`, too: the file of another platform is refused. Errors:
 * updateUntrusted.
 */
export function openSignedFile(
  bytes: Uint8Array,
  name: string,
  publicKeys: readonly KeyObject[],
): string {
  const file = Buffer.from(bytes)
  const end = file.lastIndexOf(signatureStart) + 1
  const signature = end > 0 && signatureLine.exec(file.subarray(end).toString('latin1'))?.[1]
  if (!signature) throw untrusted('has no signature', name)
  const signed = Buffer.concat([signedPrefix(name), file.subarray(0, end)])
  const isSigned = publicKeys.some((key) =>
    verify(null, signed, key, Buffer.from(signature, 'base64')),
  )
  if (!isSigned) throw untrusted('is signed by somebody else, or was changed', name)
  return file.subarray(0, end).toString('utf8')
}

/** Returns what precedes the file in the signed text, so that the key signs nothing else by chance. */
function signedPrefix(name: string): Buffer {
  return Buffer.from(`Parley update channel\n${name}\n`)
}

function untrusted(reason: string, name: string): AppError {
  return new AppError('updateUntrusted', `${name} ${reason}`, { subject: name })
}
