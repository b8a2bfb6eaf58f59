import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticeOf } from '../../scripts/noticeOf.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder } from './temporaryFolder.ts'

const templates = join(projectRoot, 'scripts', 'notices')

function folderOf(about: object, files: Record<string, string> = {}): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...about }))
  mkdirSync(join(folder, 'wasm'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('a package without a licence, or with one that nobody wrote down, stops the build', () => {
  expect(() => noticeOf(folderOf({ name: 'bare' }), [], templates)).toThrow('names no licence')
  const rare = folderOf({ name: 'rare', license: 'Rare-1.0' })
  expect(() => noticeOf(rare, [], templates)).toThrow('no text of the licence Rare-1.0')
})

test('a notice has the texts beside the shipped files, or the usual one with its author', () => {
  const files = { LICENSE: 'Mine\r\n', 'NOTICE.txt': 'Thanks', 'license.js': 'no text' }
  const decoder = { 'wasm/LICENSE_OPENJPEG': 'Theirs', 'wasm/decoder.wasm': '' }
  const whole = folderOf(
    { name: 'whole', license: 'MIT', repository: { url: 'git+https://example.com/whole.git' } },
    { ...files, ...decoder },
  )
  const notice = noticeOf(whole, [join(whole, 'wasm', 'decoder.wasm')], templates)
  expect(notice).toMatchObject({ licence: 'MIT', source: 'https://example.com/whole' })
  expect(notice.texts.toSorted()).toEqual(['Mine', 'Thanks', 'Theirs'])
  const plain = folderOf({ name: 'plain', license: 'ISC', author: 'A. Writer <a@example.com>' })
  expect(noticeOf(plain, [], templates).texts[0]).toContain('Copyright (c) A. Writer\n')
})

test('every package that the app may contain has a licence, its text and an address', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) =>
      path !== '' && !dev && !devOptional && existsSync(join(projectRoot, path, 'package.json')),
  )
  expect(shipped.length).toBeGreaterThan(300)
  for (const [path] of shipped) {
    const { licence, source, texts } = noticeOf(join(projectRoot, path), [], templates)
    expect(licence, path).toMatch(/./)
    expect(texts.join('').length, path).toBeGreaterThan(200)
    expect(source, path).toMatch(/^(?:https:\/\/|$)/)
  }
})
