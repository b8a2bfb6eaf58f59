import { expect, test } from 'vitest'
import { installHint, isDebianLike, missingPackages } from '../../scripts/systemPackages.mjs'

test('knows Debian and its kin by /etc/os-release', () => {
  expect(isDebianLike('NAME="Debian"\nID=debian\n')).toBe(true)
  expect(isDebianLike('ID=ubuntu\nID_LIKE=debian')).toBe(true)
  expect(isDebianLike('ID=pop\nID_LIKE="ubuntu debian"')).toBe(true)
  expect(isDebianLike('ID=fedora\nHOME_URL="https://debian.example"')).toBe(false)
  expect(isDebianLike('')).toBe(false)
})

test('names the command to type', () => {
  expect(installHint(['xvfb', 'dbus'], 'linux')).toContain('sudo apt-get install xvfb dbus')
})

test.skipIf(process.platform !== 'linux')('sees what is missing', async () => {
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  const missing = await missingPackages(['xvfb', 'xdotool'])
  process.env['PATH'] = PATH
  expect(missing).toEqual(['xvfb', 'xdotool'])
})
