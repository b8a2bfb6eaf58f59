import type { SystemFinding } from '../../shared/speech/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import { installers } from './systemReport.ts'

export interface MendDependencies {
  platform: NodeJS.Platform
  openExternal: (url: string) => Promise<void>
  /** Runs a program that may wait for the user. */
  run: (command: string, programArguments: readonly string[]) => Promise<string>
  hasProgram: (name: string) => boolean
  /** Checks the keychain, which makes the system ask the user to unlock it. */
  hasKeychain: () => Promise<boolean>
}

const macPane = 'x-apple.systempreferences:com.apple.preference.security?Privacy_'

/**
 * Applies the fix of a finding: opens the system's settings at the right place, installs the
 * missing program (the system asks the user for permission), or unlocks the keychain. Errors:
 * notSupported if this system has no such fix; keychainUnavailable.
 */
export async function mendSystem(
  { fix, reason, subject }: SystemFinding,
  dependencies: MendDependencies,
): Promise<void> {
  const { platform, openExternal, run, hasProgram } = dependencies
  if (fix === 'lookAgain') return
  if (fix === 'unlockKeychain') return unlockKeychain(dependencies)
  if (fix === 'openSystemSettings') {
    const pane = reason === 'microphoneDenied' ? 'Microphone' : 'Accessibility'
    if (platform === 'darwin') return openExternal(macPane + pane)
    if (platform === 'win32') return openExternal('ms-settings:privacy-microphone')
  }
  if (fix === 'installProgram' && subject !== null && hasProgram('pkexec')) {
    const installer = installers.find(([name]) => hasProgram(name))
    if (installer) {
      await run('pkexec', [...installer, subject])
      return
    }
  }
  throw new AppError('notSupported', 'This system has no way to mend that', {
    subject: subject ?? '',
  })
}

async function unlockKeychain({
  platform,
  run,
  hasProgram,
  hasKeychain,
}: MendDependencies): Promise<void> {
  if (platform === 'darwin') await run('open', ['-a', 'Keychain Access'])
  else if (platform === 'win32') await run('control', ['/name', 'Microsoft.CredentialManager'])
  else if (hasProgram('gnome-keyring-daemon')) {
    // A daemon that is already running is no problem.
    await run('gnome-keyring-daemon', ['--start', '--components=secrets']).catch(() => '')
  }
  if (!(await hasKeychain()) && platform === 'linux') {
    throw new AppError('keychainUnavailable', 'The keychain does not answer')
  }
}
