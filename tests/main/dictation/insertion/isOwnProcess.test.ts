import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { isOwnProcess } from '../../../../src/main/dictation/insertion/isOwnProcess.ts'

test.skipIf(process.platform !== 'linux')('Parley, and what it has started', () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill())
  expect(isOwnProcess(process.pid)).toBe(true)
  expect(isOwnProcess(child.pid!)).toBe(true)
  expect(isOwnProcess(process.ppid)).toBe(false)
  expect(isOwnProcess(1)).toBe(false)
})
