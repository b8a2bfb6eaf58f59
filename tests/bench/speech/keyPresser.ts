import { spawn } from 'node:child_process'

export interface KeyPresser {
  /** Presses keys without starting a program first. */
  press: (command: 'key' | 'keydown' | 'keyup', keys: string) => void
  close: () => Promise<void>
}

/** Starts an xdotool that reads commands from its input. */
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
