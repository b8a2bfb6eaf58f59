import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { problem } from '../problem.mjs'
import { isSignedBy, signChannelFile } from '../signUpdates.mjs'

/** @param {string} name */
export const isChannelFile = (name) => /^latest[\w-]*\.yml$/.test(name)

/**
 * Signs the channel files beside the packages. Without a key they are removed, because no Parley
 * believes an unsigned one.
 * @param {string} folder
 * @param {{ privateKey: string | undefined, now: Date, staging: number | undefined }} options
 * @returns {{ signed: string[], removed: string[] }}
 */
export function signChannelFiles(folder, { privateKey, now, staging }) {
  const names = readdirSync(folder).filter(isChannelFile)
  if (!privateKey) {
    for (const name of names) rmSync(join(folder, name))
    return { signed: [], removed: names }
  }
  for (const name of names) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, signChannelFile({ text, name, privateKey, now, staging }))
  }
  return { signed: names, removed: [] }
}

/**
 * Signs published channel files again. First it makes sure that the key has signed each one, for
 * this version: what somebody else has put into the release must not get a signature.
 * @param {string} folder
 * @param {{ privateKey: string, version: string, now: Date, staging: number | undefined }} options
 * @returns {string[]} the names of the files
 */
export function renewChannelFiles(folder, { privateKey, version, now, staging }) {
  const names = readdirSync(folder).filter(isChannelFile)
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (!isSignedBy({ text, name, privateKey })) {
      throw problem(`${name} of the release was not signed with this key. Nothing was changed.`)
    }
    const offered = /^version: (.*)$/m.exec(text)?.[1]
    if (offered !== version) {
      throw problem(`${name} of release ${version} offers ${offered}. Nothing was changed.`)
    }
  }
  return signChannelFiles(folder, { privateKey, now, staging }).signed
}
