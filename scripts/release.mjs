import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, problem } from './problem.mjs'
import { projectRoot } from './projectRoot.mjs'
import { checkTag, readSection } from './release/changelog.mjs'
import { signChannelFiles } from './release/channel.mjs'
import { checksumsName, listPackages, writeChecksums } from './release/checksums.mjs'
import { lastLines, runCommand } from './runCommand.mjs'

const help = `npm run release -- check       the tag names package.json's version, and the changelog has it
npm run release -- sign        signs dist/latest*.yml with PARLEY_UPDATE_KEY, or removes them
npm run release -- checksums   writes dist/${checksumsName}
npm run release -- publish     makes a draft of the release at GitHub, with the files of dist`

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
  const { code, output } = await runCommand('gh', [
    ...['release', 'create', tag, '--draft', '--verify-tag'],
    ...['--title', `Parley ${version}`, '--notes', notes, ...files],
  ])
  if (code !== 0) throw problem(`${lastLines(output)}\n\nThe release was not made. See above.`)
  console.log(output.trim())
}

function sign() {
  const { signed, removed } = signChannelFiles(dist, process.env['PARLEY_UPDATE_KEY'])
  for (const name of signed) console.log(`Signed ${name}`)
  for (const name of removed) console.log(`Removed ${name}: PARLEY_UPDATE_KEY is not set`)
}

/** @param {string | undefined} action */
async function release(action) {
  if (action === 'check') console.log(`Release ${readRelease().tag}`)
  else if (action === 'sign') sign()
  else if (action === 'checksums') console.log((await writeChecksums(dist)).join('\n'))
  else if (action === 'publish') await publish()
  else throw problem(help)
}

await release(process.argv[2]).catch((error) => {
  console.error(describeError(error))
  process.exitCode = 1
})
