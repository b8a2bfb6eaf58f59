import { runProgram } from './insertion/runProgram.ts'

const portal = 'org.freedesktop.portal'
const probeMilliseconds = 1500

/** Returns whether Wayland's desktop lets apps have hotkeys: the portal for shortcuts answers. */
export async function hasShortcutPortal(run = runProgram): Promise<boolean> {
  const bus = `${portal}.Desktop`
  const path = '/org/freedesktop/portal/desktop'
  const asked = [`${portal}.GlobalShortcuts`, 'version']
  const options = { timeout: probeMilliseconds }
  const gdbus = ['call', '--session', '--dest', bus, '--object-path', path]
  const get = ['--method', 'org.freedesktop.DBus.Properties.Get', ...asked]
  return run('gdbus', [...gdbus, ...get], '', options)
    .catch(() => run('busctl', ['--user', 'get-property', bus, path, ...asked], '', options))
    .then(
      () => true,
      () => false,
    )
}

/** Returns whether Wayland's compositor lets wtype press keys. It presses none for that. */
export async function takesKeys(run = runProgram): Promise<boolean> {
  return run('wtype', ['-s', '1']).then(
    () => true,
    () => false,
  )
}
