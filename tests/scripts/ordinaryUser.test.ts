import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { giveFolder, ordinaryUser } from '../../scripts/ordinaryUser.mjs'
import { projectRoot } from '../../scripts/projectRoot.mjs'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'

const print = "console.log(process.getuid?.() ?? '')"

test('a program is run by a user who is not root, or the reason is told', () => {
  const { command, leading, why } = ordinaryUser(projectRoot, process.execPath)
  const user = execFileSync(command, [...leading, '-e', print], { encoding: 'utf8' }).trim()
  if (why === '') expect(user).not.toBe('0')
  else expect([user, why]).toEqual(['0', expect.stringContaining('as root')])
})

test('without a project to read there is no other user', () => {
  const { command, why } = ordinaryUser('/nowhere', process.execPath)
  expect(command).toBe(process.execPath)
  expect(why !== '').toBe(process.getuid?.() === 0)
})

test('a folder given to that user is empty and theirs', () => {
  const folder = join(temporaryFolder(), 'results')
  giveFolder(folder)
  const { uid } = statSync(folder)
  expect(uid).toBe(process.getuid?.() === 0 ? 65534 : process.getuid?.())
})
