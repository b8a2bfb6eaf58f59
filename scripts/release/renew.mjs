import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { renewChannelFiles } from './channel.mjs'

/**
 * Signs the channel files of the newest release at GitHub again. They stay in the folder: an upload
 * replaces a file by deleting it first, and may fail after that.
 * @param {string} folder where the files are kept
 * @param {{ privateKey: string, now: Date, staging: number | undefined }} signing
 * @param {(given: string[]) => Promise<string>} runGh runs GitHub's command, and returns its output
 * @returns {Promise<{ tag: string, names: string[] }>}
 */
export async function renewRelease(folder, signing, runGh) {
  const tag = await runGh(['release', 'view', '--json', 'tagName', '--jq', '.tagName'])
  mkdirSync(folder, { recursive: true })
  await runGh(['release', 'download', tag, '--pattern', 'latest*.yml', '--dir', folder])
  const names = renewChannelFiles(folder, { version: tag.replace(/^v/, ''), ...signing })
  const files = names.map((name) => join(folder, name))
  await runGh(['release', 'upload', tag, '--clobber', ...files])
  return { tag, names }
}
