import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureInstalled, isInstalled } from '../../scripts/install.mjs'
import { temporaryFolder, writeTree } from './temporaryFolder.ts'

const locked = { version: '1.0.0', integrity: 'sha512-a' }

function project(wanted: object, present?: object): string {
  const root = temporaryFolder()
  writeTree(root, {
    'package-lock.json': JSON.stringify({ packages: { '': {}, ...wanted } }),
    ...(present
      ? { 'node_modules/.package-lock.json': JSON.stringify({ packages: present }) }
      : {}),
  })
  return root
}

test('a tree without node_modules is not installed', () => {
  expect(isInstalled(project({ 'node_modules/a': locked }))).toBe(false)
})

test('what npm put down as asked for is installed', () => {
  const packages = { 'node_modules/a': locked }
  expect(isInstalled(project(packages, packages))).toBe(true)
})

test('another version, another content or a missing package is not', () => {
  const wanted = { 'node_modules/a': locked }
  const other = (change: object): object => ({ 'node_modules/a': { ...locked, ...change } })
  expect(isInstalled(project(wanted, other({ version: '1.0.1' })))).toBe(false)
  expect(isInstalled(project(wanted, other({ integrity: 'sha512-b' })))).toBe(false)
  expect(isInstalled(project(wanted, {}))).toBe(false)
})

test("another platform's packages may be missing", () => {
  const wanted = { 'node_modules/a': { ...locked, optional: true } }
  expect(isInstalled(project(wanted, {}))).toBe(true)
})

test('a torn record of npm does not count', () => {
  const root = project({ 'node_modules/a': locked })
  writeTree(root, { 'node_modules/.package-lock.json': '{"packages": {' })
  expect(isInstalled(root)).toBe(false)
})

test('a tree without package-lock.json says what to do', () => {
  expect(() => isInstalled(temporaryFolder())).toThrow(/package-lock\.json is missing.*git/)
})

test('installs once, and a second time runs nothing', async () => {
  const root = temporaryFolder()
  const dependency = { name: 'neighbour', version: '1.0.0' }
  writeTree(root, {
    'package.json': JSON.stringify({
      name: 'top',
      version: '1.0.0',
      dependencies: { neighbour: 'file:neighbour' },
    }),
    'package-lock.json': JSON.stringify({
      name: 'top',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'top', version: '1.0.0', dependencies: { neighbour: 'file:neighbour' } },
        neighbour: { version: '1.0.0' },
        'node_modules/neighbour': { resolved: 'neighbour', link: true },
      },
    }),
    'neighbour/package.json': JSON.stringify(dependency),
  })
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  await ensureInstalled(root, say)
  expect(said).toHaveLength(1)
  const installed = readFileSync(join(root, 'node_modules/neighbour/package.json'), 'utf8')
  expect(JSON.parse(installed)).toEqual(dependency)
  await ensureInstalled(root, say)
  expect(said).toHaveLength(1)
  rmSync(join(root, 'node_modules'), { recursive: true })
  await ensureInstalled(root, say)
  expect(said).toHaveLength(2)
})

test("shows npm's own words when it fails", async () => {
  const root = project({ 'node_modules/a': locked })
  await expect(ensureInstalled(root, () => {})).rejects.toThrow(/npm error[\s\S]*npm ci failed/)
})
