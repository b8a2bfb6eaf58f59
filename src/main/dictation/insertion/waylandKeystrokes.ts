import type { Keystrokes } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'

/**
 * Keys by wtype, where the compositor offers virtual keyboards. Wayland tells nobody which app is
 * in front, so every one gets the usual keys; Shift+Insert would be right in most terminals.
 */
export function createWaylandKeystrokes(run = runProgram): Keystrokes {
  const withCtrl = async (key: string): Promise<void> =>
    void (await run('wtype', ['-M', 'ctrl', '-k', key, '-m', 'ctrl']))

  return {
    program: 'wtype',
    front: () => Promise.resolve({ id: '' }),
    paste: () => withCtrl('v'),
    copy: () => withCtrl('c'),
    async type(text) {
      await run('wtype', ['-'], text)
    },
  }
}
