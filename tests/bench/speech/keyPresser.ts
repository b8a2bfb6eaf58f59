import { spawn } from 'node:child_process'

export interface KeyPresser {
  /** Presses at once: no program has to start first. */
  press: (command: 'key' | 'keydown' | 'keyup', keys: string) => void
  close: () => Promise<void>
}

/** One xdotool that waits for what it is told. */
export function openKeyPresser(): KeyPresser {
  const child = spawn('xdotool', ['-'], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    press: (command, keys) => void child.stdin.write(`${command} ${keys}\n`),
    close: async () => {
      child.stdin.end()
      await ended
    },
  }
}
