import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { problem } from '../problem.mjs'
import { isChannelFile } from './channel.mjs'

export const checksumsName = 'SHA256SUMS'

/** Written by electron-builder for its own use. */
const isOfBuilder = (/** @type {string} */ name) => /^builder-.*\.ya?ml$/.test(name)

/**
 * Returns the names of the files to publish: those directly in the folder, sorted by their bytes.
 * @param {string} folder
 * @returns {string[]}
 */
export function listPackages(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== checksumsName && !isOfBuilder(name))
    .sort()
}

/**
 * Writes SHA256SUMS beside the packages, in the format of `sha256sum --check`. Channel files are not
 * in it: they have a signature of their own, which is renewed after the release.
 * @param {string} folder
 * @returns {Promise<string[]>} the files that it names
 */
export async function writeChecksums(folder) {
  const names = listPackages(folder).filter((name) => !isChannelFile(name))
  if (names.length === 0) throw problem(`${folder} holds no package.`)
  const lines = []
  for (const name of names) lines.push(`${await sha256(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, checksumsName), lines.join(''))
  return names
}

/** @param {string} file @returns {Promise<string>} */
async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
