import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { checkTag, readSection } from '../../scripts/release/changelog.mjs'
import { signChannelFiles } from '../../scripts/release/channel.mjs'
import { writeChecksums } from '../../scripts/release/checksums.mjs'
import { runCommand } from '../../scripts/runCommand.mjs'
import { makeUpdateKey } from '../../scripts/signUpdates.mjs'
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
  const key = makeUpdateKey().privateKey
  expect(signChannelFiles(folder, key).signed).toEqual(['latest-linux.yml'])
  expect(readFileSync(join(folder, 'latest-linux.yml'), 'utf8')).toContain('# ed25519: ')
  expect(signChannelFiles(folder, '').removed).toEqual(['latest-linux.yml'])
  expect(existsSync(join(folder, 'latest-linux.yml'))).toBe(false)
  expect(existsSync(join(folder, 'parley.deb'))).toBe(true)
})
