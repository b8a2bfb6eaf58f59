// Signs the channel files of a release, which tell installed copies of Parley what is new.
//
//   node scripts/signUpdates.mjs new-key                 makes a key pair, once
//   node scripts/signUpdates.mjs [--staging 10] FILE…    signs latest.yml, latest-linux.yml …
//
// The private key is read from PARLEY_UPDATE_KEY (PKCS8 as base64). Its public half belongs into
// resources/updateChannel.json. A file is signed under its name, so rename it before.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns a channel file with its signature as the last line, a comment of YAML. An earlier
 * signature is replaced. `staging` is the percentage of computers that may take the version.
 * @param {{ text: string, name: string, privateKey: string, staging?: number | undefined }} file
 */
export function signChannelFile({ text, name, privateKey, staging }) {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('# ed25519: '))
    .filter((line) => staging === undefined || !line.startsWith('stagingPercentage:'))
  const staged = staging === undefined ? '' : `stagingPercentage: ${String(staging)}\n`
  const content = `${lines.join('\n').trimEnd()}\n${staged}`
  const key = createPrivateKey({
    key: Buffer.from(privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  const signature = sign(null, Buffer.from(`Parley update channel\n${name}\n${content}`), key)
  return `${content}# ed25519: ${signature.toString('base64')}\n`
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
  const staging = isStaged ? Number(given[1]) : undefined
  const files = given.slice(isStaged ? 2 : 0)
  const privateKey = process.env['PARLEY_UPDATE_KEY']
  if (staging !== undefined && !(staging >= 0 && staging <= 100)) {
    throw new Error('--staging takes a percentage')
  }
  if (!privateKey) throw new Error('PARLEY_UPDATE_KEY is not set')
  if (files.length === 0) throw new Error('No channel file is named')
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, signChannelFile({ text, name: basename(file), privateKey, staging }))
    console.log(`Signed ${file}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
