import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enablePortalShortcuts } from '../../../src/main/app/portalShortcuts.ts'

/** Returns the features that Chromium is started with. */
function features(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, given = ''): string {
  const switches = new Map([['enable-features', given]])
  enablePortalShortcuts(
    {
      appendSwitch: (name, value = '') => void switches.set(name, value),
      getSwitchValue: (name) => switches.get(name) ?? '',
    },
    { platform, env },
  )
  return switches.get('enable-features') ?? ''
}

test('on Wayland hotkeys are asked of the portal, beside the features that the user names', () => {
  const wayland = { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }
  expect(features('linux', wayland)).toBe('GlobalShortcutsPortal')
  expect(features('linux', wayland, 'One,Two')).toBe('One,Two,GlobalShortcutsPortal')
})

test('on X and other systems nothing changes', () => {
  expect(features('linux', { DISPLAY: ':0' })).toBe('')
  expect(features('linux', { WAYLAND_DISPLAY: '' }, 'One')).toBe('One')
  expect(features('win32', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('')
})

test('portals know the app by a reverse-DNS name', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
  const { desktopName } = JSON.parse(manifest) as { desktopName: string }
  // At least two dots, and no element that begins with a digit.
  expect(desktopName).toMatch(/^[a-z]\w*(\.[A-Za-z_]\w*){2,}\.desktop$/)
})
