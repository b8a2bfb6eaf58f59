import { expect, test } from 'vitest'
import { registerLinks } from '../../../src/main/app/registerLinks.ts'

function registered(process: Pick<NodeJS.Process, 'platform' | 'env'>, known: string[] = []) {
  const schemes: string[] = []
  const isDefaultProtocolClient = (scheme: string): boolean => known.includes(scheme)
  const setAsDefaultProtocolClient = (scheme: string): boolean => schemes.push(scheme) > 0
  registerLinks({ isDefaultProtocolClient, setAsDefaultProtocolClient }, process)
  return schemes
}

test('an installed Parley has Windows open its links with it, once', () => {
  expect(registered({ platform: 'win32', env: {} })).toEqual(['parley'])
  expect(registered({ platform: 'win32', env: {} }, ['parley'])).toEqual([])
})

test('a portable one and packages of other systems leave that to their files', () => {
  const env = { PORTABLE_EXECUTABLE_FILE: String.raw`D:\parley.exe` }
  expect(registered({ platform: 'win32', env })).toEqual([])
  expect(registered({ platform: 'darwin', env: {} })).toEqual([])
  expect(registered({ platform: 'linux', env: {} })).toEqual([])
})
