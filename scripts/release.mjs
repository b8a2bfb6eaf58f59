import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, problem } from './problem.mjs'
import { projectRoot } from './projectRoot.mjs'
import { checkTag, readSection } from './release/changelog.mjs'
import { signChannelFiles } from './release/channel.mjs'
import { checksumsName, listPackages, writeChecksums } from './release/checksums.mjs'
import { renewRelease } from './release/renew.mjs'
import { lastLines, runCommand } from './runCommand.mjs'
import { readStaging } from './signUpdates.mjs'

const help = `npm run release -- check       the tag names package.json's version, and the changelog has it
npm run release -- sign        signs dist/latest*.yml with PARLEY_UPDATE_KEY, or removes them
npm run release -- checksums   writes dist/${checksumsName}
npm run release -- publish     makes a draft of the release at GitHub, with the files of dist
npm run release -- renew       signs the channel files of the newest release at GitHub again

PARLEY_STAGING: the percentage of computers that \`sign\` and \`renew\` offer the version to`

const dist = join(projectRoot, 'dist')
const read = (/** @type {string} */ name) => readFileSync(join(projectRoot, name), 'utf8')

/** @returns {{ version: string, tag: string, notes: string }} */
function readRelease() {
  const { version } = JSON.parse(read('package.json'))
  checkTag(process.env['GITHUB_REF_NAME'], version)
  return { version, tag: `v${version}`, notes: readSection(read('CHANGELOG.md'), version) }
}

/** A draft, so that somebody installs the packages before others are offered them. */
async function publish() {
  const { version, tag, notes } = readRelease()
  const files = [...listPackages(dist), checksumsName].map((name) => join(dist, name))
  const options = ['--draft', '--verify-tag', '--title', `Parley ${version}`, '--notes', notes]
  console.log(await runGh(['release', 'create', tag, ...options, ...files]))
}

/** @param {string[]} given @returns {Promise<string>} what GitHub's command has printed */
async function runGh(given) {
  const { code, output } = await runCommand('gh', given)
  if (code === 0) return output.trim()
  throw problem(`${lastLines(output)}\n\ngh ${given.slice(0, 2).join(' ')} failed. See above.`)
}

/** @returns {{ privateKey: string | undefined, now: Date, staging: number | undefined }} */
function readSigning() {
  const { PARLEY_UPDATE_KEY: privateKey, PARLEY_STAGING: staging } = process.env
  return { privateKey, now: new Date(), staging: readStaging(staging) }
}

async function renew() {
  const { privateKey, ...options } = readSigning()
  if (!privateKey) return console.log('PARLEY_UPDATE_KEY is not set: there is nothing to renew')
  const { tag, names } = await renewRelease(dist, { privateKey, ...options }, runGh)
  for (const name of names) console.log(`Signed ${name} of ${tag}`)
}

function sign() {
  const { signed, removed } = signChannelFiles(dist, readSigning())
  for (const name of signed) console.log(`Signed ${name}`)
  for (const name of removed) console.log(`Removed ${name}: PARLEY_UPDATE_KEY is not set`)
}

/** @param {string | undefined} action */
async function release(action) {
  if (action === 'check') console.log(`Release ${readRelease().tag}`)
  else if (action === 'sign') sign()
  else if (action === 'checksums') console.log((await writeChecksums(dist)).join('\n'))
  else if (action === 'publish') await publish()
  else if (action === 'renew') await renew()
  else throw problem(help)
}

await release(process.argv[2]).catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
