import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { checkTag, readSection } from '../../scripts/release/changelog.mjs'
import { renewChannelFiles, signChannelFiles } from '../../scripts/release/channel.mjs'
import { writeChecksums } from '../../scripts/release/checksums.mjs'
import { renewRelease } from '../../scripts/release/renew.mjs'
import { runCommand } from '../../scripts/runCommand.mjs'
import { makeUpdateKey, readStaging, signChannelFile } from '../../scripts/signUpdates.mjs'
import { temporaryFolder, writeScript, writeTree } from './temporaryFolder.ts'

const changelog = `# Changelog

## 0.3.0 (unreleased)

- Not yet

## 0.2.0 (2026-12-01)

- Links open chats

### Known limits

- None

## 0.1.0 (2026-11-30)
`

test("a version's notes are its section, with its own headings", () => {
  expect(readSection(changelog, '0.2.0')).toBe('- Links open chats\n\n### Known limits\n\n- None')
})

test.each([
  ['0.3.0', 'names no date for 0.3.0'],
  ['0.1.0', 'says nothing about 0.1.0'],
  ['0.2', 'has no section for 0.2'],
])('a release of %s is refused: CHANGELOG.md %s', (version, message) => {
  expect(() => readSection(changelog, version)).toThrow(message)
})

test.each(['v0.2.1', '0.2.0', undefined])('a tag %s is refused for version 0.2.0', (tag) => {
  expect(() => checkTag(tag, '0.2.0')).toThrow('use v0.2.0')
})

test('the changelog has a section for the version that is being worked on', () => {
  const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(read('CHANGELOG.md')).toContain(`\n## ${version} (`)
})

test('checksums name the packages only, as sha256sum reads them', async () => {
  const folder = temporaryFolder()
  writeTree(folder, {
    'parley_0.2.0_amd64.deb': 'deb',
    'Parley 0.2.0.zip': 'zip',
    'builder-debug.yml': 'x: 1',
    'latest-linux.yml': 'version: 0.2.0',
    SHA256SUMS: 'old',
    'linux-unpacked/parley': 'program',
  })
  expect(await writeChecksums(folder)).toEqual(['Parley 0.2.0.zip', 'parley_0.2.0_amd64.deb'])
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}Parley 0\.2\.0\.zip\n[0-9a-f]{64} {2}parley_0\.2\.0_amd64\.deb\n$/,
  )
  const check = ['--check', '--strict', 'SHA256SUMS']
  if (process.platform === 'linux') {
    expect(await runCommand('sha256sum', check, { cwd: folder })).toMatchObject({ code: 0 })
  }
})

test('checksums of a folder without packages are refused', async () => {
  await expect(writeChecksums(temporaryFolder())).rejects.toThrow('holds no package')
})

test.runIf(process.platform !== 'win32')(
  'a machine that is no CI service is left alone',
  async () => {
    const folder = temporaryFolder()
    writeScript(folder, 'sudo', 'echo called')
    const { code, output } = await runCommand(
      process.execPath,
      [join(projectRoot, 'scripts', 'runner.mjs')],
      { env: { PATH: `${folder}:${process.env['PATH']}` } },
    )
    expect(code).toBe(1)
    expect(output).toMatch(/^This weakens the machine/)
  },
)

test('channel files are signed with the key, and go without one', () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'latest-linux.yml': 'version: 0.2.0\n', 'parley.deb': 'deb' })
  const sign = (privateKey: string) =>
    signChannelFiles(folder, { privateKey, now: new Date(), staging: 10 })
  expect(sign(key).signed).toEqual(['latest-linux.yml'])
  const text = readFileSync(join(folder, 'latest-linux.yml'), 'utf8')
  expect(text).toMatch(/^version: 0\.2\.0\nstagingPercentage: 10\n[^]*\n# ed25519: .*\n$/)
  expect(sign('').removed).toEqual(['latest-linux.yml'])
  expect(existsSync(join(folder, 'latest-linux.yml'))).toBe(false)
  expect(existsSync(join(folder, 'parley.deb'))).toBe(true)
})

const key = makeUpdateKey().privateKey
const yesterday = new Date('2026-12-01T00:00:00Z')
const today = new Date('2026-12-02T00:00:00Z')

/** Returns a channel file for version 0.2.0 as it was published yesterday. */
function publishedFile(name: string, privateKey = key): string {
  const text = 'version: 0.2.0\nreleaseNotes: |\n  expires: in the notes\n'
  return signChannelFile({ text, name, privateKey, now: yesterday, staging: 10 })
}

test('published channel files are signed again, for 90 days, with the same or another staging', () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'latest.yml': publishedFile('latest.yml') })
  const renew = (staging?: number) => {
    const options = { privateKey: key, version: '0.2.0', now: today, staging }
    expect(renewChannelFiles(folder, options)).toEqual(['latest.yml'])
    return readFileSync(join(folder, 'latest.yml'), 'utf8').replace(
      /# ed25519: .{86}==\n$/,
      'signed',
    )
  }
  const before = 'version: 0.2.0\nreleaseNotes: |\n  expires: in the notes\n'
  const times = "signedAt: '2026-12-02T00:00:00.000Z'\nexpires: '2027-03-02T00:00:00.000Z'\nsigned"
  expect(renew()).toBe(`${before}stagingPercentage: 10\n${times}`)
  expect(renew(50)).toBe(`${before}stagingPercentage: 50\n${times}`)
})

test.each([
  ['a file by somebody else', publishedFile('latest.yml', makeUpdateKey().privateKey)],
  ['a file that was changed', publishedFile('latest.yml').replace('0.2.0', '0.2.1')],
  ["another platform's file", publishedFile('latest-mac.yml')],
  ['a file without a signature', 'version: 0.2.0\n'],
])('%s gets no new signature, and neither do the others', (_name, text) => {
  const folder = temporaryFolder()
  writeTree(folder, { 'latest.yml': text, 'latest-linux.yml': publishedFile('latest-linux.yml') })
  const options = { privateKey: key, version: '0.2.0', now: today, staging: undefined }
  expect(() => renewChannelFiles(folder, options)).toThrow('was not signed with this key')
  expect(readFileSync(join(folder, 'latest-linux.yml'), 'utf8')).toContain('2026-12-01')
})

test("an older release's file gets no new signature", () => {
  const folder = temporaryFolder()
  writeTree(folder, { 'latest.yml': publishedFile('latest.yml') })
  const options = { privateKey: key, version: '0.3.0', now: today, staging: undefined }
  expect(() => renewChannelFiles(folder, options)).toThrow('of release 0.3.0 offers 0.2.0')
})

test('a staging is a whole percentage', () => {
  expect([undefined, '', '0', '100'].map(readStaging)).toEqual([undefined, undefined, 0, 100])
  for (const text of ['0.5', '101', '-1', 'ten']) expect(() => readStaging(text)).toThrow(text)
})

test('the newest release at GitHub gets its channel files back, signed again', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'latest.yml')
  const ran: string[][] = []
  const runGh = (given: string[]): Promise<string> => {
    ran.push(given)
    if (given[1] === 'download') writeTree(folder, { 'latest.yml': publishedFile('latest.yml') })
    return Promise.resolve(given[1] === 'view' ? 'v0.2.0' : '')
  }
  const signing = { privateKey: key, now: today, staging: undefined }
  const renewed = await renewRelease(folder, signing, runGh)
  expect(renewed).toEqual({ tag: 'v0.2.0', names: ['latest.yml'] })
  expect(ran.at(-1)).toEqual(['release', 'upload', 'v0.2.0', '--clobber', file])
  expect(readFileSync(file, 'utf8')).toContain('2026-12-02')
})
