import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signChannelFile } from '../signUpdates.mjs'

/**
 * Signs the channel files beside the packages. Without a key they are removed, because no Parley
 * believes an unsigned one.
 * @param {string} folder
 * @param {string | undefined} privateKey
 * @returns {{ signed: string[], removed: string[] }}
 */
export function signChannelFiles(folder, privateKey) {
  const names = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name))
  if (!privateKey) {
    for (const name of names) rmSync(join(folder, name))
    return { signed: [], removed: names }
  }
  for (const name of names) {
    const file = join(folder, name)
    writeFileSync(file, signChannelFile({ text: readFileSync(file, 'utf8'), name, privateKey }))
  }
  return { signed: names, removed: [] }
}
