import { expect, test } from 'vitest'
import { displaySwitches } from '../../chromium-host/launchBrowser.ts'

test('Chromium uses X wherever there is a server, and else Wayland, whatever the session is called', () => {
  const both = { DISPLAY: ':1', WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }
  expect(displaySwitches(both, 'linux')).toEqual(['--ozone-platform=x11'])
  const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'tty' }
  expect(displaySwitches(wayland, 'linux')).toEqual(['--ozone-platform=wayland'])
  expect(displaySwitches({}, 'linux')).toEqual([])
  expect(displaySwitches(both, 'darwin')).toEqual([])
})
