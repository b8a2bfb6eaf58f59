import { typingMilliseconds, type Keystrokes } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'

/**
 * Presses keys with wtype, which needs a compositor with virtual keyboards. Wayland does not reveal
 * the frontmost app, so every app gets the usual shortcuts, although most terminals need
 * Shift+Insert.
 */
export function createWaylandKeystrokes(run = runProgram): Keystrokes {
  const withCtrl = async (key: string): Promise<void> =>
    void (await run('wtype', ['-M', 'ctrl', '-k', key, '-m', 'ctrl']))

  return {
    program: 'wtype',
    front: () => Promise.resolve({ id: '' }),
    paste: () => withCtrl('v'),
    copy: () => withCtrl('c'),
    // wtype brings a keyboard of its own with a key for each character.
    canType: () => Promise.resolve(true),
    async type(text) {
      await run('wtype', ['-'], text, { timeout: typingMilliseconds })
    },
  }
}
