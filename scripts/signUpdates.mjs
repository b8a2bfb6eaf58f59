// Signs the channel files of a release, which tell installed copies of Parley what is new.
//
//   node scripts/signUpdates.mjs new-key                 makes a key pair, once
//   node scripts/signUpdates.mjs [--staging 10] FILE…    signs latest.yml, latest-linux.yml …
//
// A signature counts for 90 days. Signing the same file again gives it 90 more, and `--staging`
// another percentage. Each signature must be newer than the one before: an older one is refused.
//
// The private key is read from PARLEY_UPDATE_KEY (PKCS8 as base64). Its public half belongs into
// resources/updateChannel.json. A file is signed under its name, so rename it before.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Days for which an installed Parley believes a signed channel file. */
export const validDays = 90
const dayMs = 24 * 60 * 60_000
const signatureStart = '# ed25519: '

/**
 * @typedef {object} ChannelFileToSign
 * @property {string} text
 * @property {string} name the file's name, which is signed with it
 * @property {string} privateKey
 * @property {Date} now
 * @property {number | undefined} [staging] the percentage of computers that may take the version;
 *   undefined leaves it as it is
 */

/**
 * Returns a channel file with the time of the signature, the time of its end, and the signature as
 * the last line, a comment of YAML. Those of an earlier signature are replaced.
 * @param {ChannelFileToSign} file
 */
export function signChannelFile({ text, name, privateKey, now, staging }) {
  const replaced = [signatureStart, 'signedAt:', 'expires:']
  if (staging !== undefined) replaced.push('stagingPercentage:')
  const kept = text.split('\n').filter((line) => !replaced.some((start) => line.startsWith(start)))
  const expires = new Date(now.getTime() + validDays * dayMs)
  const lines = [
    kept.join('\n').trimEnd(),
    ...(staging === undefined ? [] : [`stagingPercentage: ${String(staging)}`]),
    `signedAt: '${now.toISOString()}'`,
    `expires: '${expires.toISOString()}'`,
    '',
  ]
  const content = lines.join('\n')
  const signature = sign(null, signedBytes(name, content), readPrivateKey(privateKey))
  return `${content}${signatureStart}${signature.toString('base64')}\n`
}

/**
 * Tells whether a channel file has a signature by this key, expired or not.
 * @param {{ text: string, name: string, privateKey: string }} file
 */
export function isSignedBy({ text, name, privateKey }) {
  const end = text.lastIndexOf(`\n${signatureStart}`) + 1
  if (end === 0) return false
  const signature = Buffer.from(text.slice(end + signatureStart.length), 'base64')
  const publicKey = createPublicKey(readPrivateKey(privateKey))
  return verify(null, signedBytes(name, text.slice(0, end)), publicKey, signature)
}

/** @param {string} name @param {string} content */
function signedBytes(name, content) {
  return Buffer.from(`Parley update channel\n${name}\n${content}`)
}

/** @param {string} privateKey */
function readPrivateKey(privateKey) {
  return createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
}

/**
 * Returns the percentage that an option or a variable gives; undefined for none.
 * @param {string | undefined} text
 * @returns {number | undefined}
 */
export function readStaging(text) {
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new Error(`The staging is a whole percentage from 0 to 100, not ${text}`)
  }
  return Number(text)
}

/** Returns a new key pair, each half as base64. */
export function makeUpdateKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}

/** @param {string[]} given */
function main(given) {
  if (given[0] === 'new-key') {
    const { privateKey, publicKey } = makeUpdateKey()
    console.log(`PARLEY_UPDATE_KEY=${privateKey}\npublic key: ${publicKey}`)
    return
  }
  const isStaged = given[0] === '--staging'
  const staging = isStaged ? readStaging(given[1] ?? 'missing') : undefined
  const files = given.slice(isStaged ? 2 : 0)
  const privateKey = process.env['PARLEY_UPDATE_KEY']
  if (!privateKey) throw new Error('PARLEY_UPDATE_KEY is not set')
  if (files.length === 0) throw new Error('No channel file is named')
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const name = basename(file)
    writeFileSync(file, signChannelFile({ text, name, privateKey, now: new Date(), staging }))
    console.log(`Signed ${file}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
