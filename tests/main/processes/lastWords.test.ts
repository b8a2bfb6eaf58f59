import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { lastWords } from '../../../src/main/processes/lastWords.ts'

/** Returns what a program writes to its error output. */
function errorOf(program: string, ...parts: string[]): string {
  return spawnSync(program, parts, { encoding: 'utf8' }).stderr
}

const node = (script: string): string => errorOf(process.execPath, '-e', script)

test('it is the last line that says anything', () => {
  expect(lastWords(node(`console.error('Starting\\nNo key: set MAP_KEY\\n\\n---')`))).toBe(
    'No key: set MAP_KEY',
  )
  expect(lastWords('')).toBe('')
  expect(lastWords('{\n}\n')).toBe('')
  expect(lastWords('x'.repeat(1000))).toHaveLength(300)
})

test('of an error of Node’s it is what was thrown, not the stack or the version', () => {
  expect(lastWords(node(`throw new TypeError('No key')`))).toBe('TypeError: No key')
  expect(lastWords(node(`require('no-such-module')`))).toMatch(
    /^Error: Cannot find module 'no-such-module'/,
  )
})

test('of a shell it is why a program did not start', () => {
  const line = lastWords(errorOf('/bin/sh', '-c', 'exec /no/such/program'))
  expect(line).toMatch(/\/no\/such\/program.*not found/)
})

test('of npm it is the reason, not where its log is', () => {
  const missing = [
    'npm error code E404',
    'npm error 404 Not Found - GET http://127.0.0.1:1/no-such-server - Not found',
    'npm error 404',
    'npm error 404 Note that you can also install from a',
    'npm error 404 tarball, folder, http url, or git folder.',
    'npm error A complete log of this run can be found in: /home/x/.npm/_logs/1.log',
  ].join('\n')
  expect(lastWords(missing)).toBe(
    '404 Not Found - GET http://127.0.0.1:1/no-such-server - Not found',
  )
  const refused = [
    'npm error code ECONNREFUSED',
    'npm error syscall connect',
    'npm error errno ECONNREFUSED',
    'npm error FetchError: request to http://127.0.0.1:1/server failed',
  ].join('\n')
  expect(lastWords(refused)).toBe('FetchError: request to http://127.0.0.1:1/server failed')
})
