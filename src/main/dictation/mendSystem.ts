import type { SystemFinding } from '../../shared/dictation.ts'
import { AppError } from '../../shared/errors.ts'

export interface MendDependencies {
  platform: NodeJS.Platform
  openExternal: (url: string) => Promise<void>
  run: (command: string, programArguments: readonly string[]) => Promise<string>
  hasProgram: (name: string) => boolean
}

const macPane = 'x-apple.systempreferences:com.apple.preference.security?Privacy_'
const installers: readonly (readonly [string, ...string[]])[] = [
  ['apt-get', 'install', '-y'],
  ['dnf', 'install', '-y'],
  ['zypper', '--non-interactive', 'install'],
  ['pacman', '-S', '--noconfirm'],
]

/**
 * Does what a finding offers: opens the system's settings at the right place, or has the missing
 * program installed, for which the system itself asks the user for permission.
 * Errors: notSupported where this system has no such way.
 */
export async function mendSystem(
  { fix, reason, subject }: SystemFinding,
  { platform, openExternal, run, hasProgram }: MendDependencies,
): Promise<void> {
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
