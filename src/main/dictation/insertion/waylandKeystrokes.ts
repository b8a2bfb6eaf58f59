import { typingMilliseconds, type Keystrokes } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'
import { isTerminal } from './terminals.ts'
import { waylandFront } from './waylandFront.ts'

/**
 * Presses keys with wtype, which needs a compositor with virtual keyboards. Only some compositors
 * tell the app in front; an unknown one gets the usual shortcuts, although terminals have others.
 */
export function createWaylandKeystrokes(
  run = runProgram,
  front: Keystrokes['front'] = () => waylandFront(),
): Keystrokes {
  const press = async (key: string, app: string): Promise<void> => {
    const held = isTerminal(app) ? ['ctrl', 'shift'] : ['ctrl']
    const down = held.flatMap((name) => ['-M', name])
    const up = held.flatMap((name) => ['-m', name])
    await run('wtype', [...down, '-k', key, ...up])
  }

  return {
    program: 'wtype',
    front,
    paste: ({ id }) => press('v', id),
    copy: ({ id }) => press('c', id),
    // wtype brings a keyboard of its own with a key for each character.
    canType: () => Promise.resolve(true),
    async type(text) {
      await run('wtype', ['-'], text, { timeout: typingMilliseconds })
    },
  }
}
