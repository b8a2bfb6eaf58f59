import type { SystemFinding } from '../../shared/dictation.ts'
import { AppError } from '../../shared/errors.ts'
import { installers } from './systemReport.ts'

export interface MendDependencies {
  platform: NodeJS.Platform
  openExternal: (url: string) => Promise<void>
  /** Runs a program that may wait for the user. */
  run: (command: string, programArguments: readonly string[]) => Promise<string>
  hasProgram: (name: string) => boolean
  /** Asks the keychain, which lets the system ask the user to unlock it. */
  hasKeychain: () => Promise<boolean>
}

const macPane = 'x-apple.systempreferences:com.apple.preference.security?Privacy_'

/**
 * Does what a finding offers: opens the system's settings at the right place, has the missing
 * program installed, for which the system itself asks the user for permission, or has the keychain
 * unlocked. Errors: notSupported where this system has no such way; keychainUnavailable.
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
    // One that runs already says so, and goes on.
    await run('gnome-keyring-daemon', ['--start', '--components=secrets']).catch(() => '')
  }
  if (!(await hasKeychain()) && platform === 'linux') {
    throw new AppError('keychainUnavailable', 'The keychain does not answer')
  }
}
