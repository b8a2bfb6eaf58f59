import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, takeKeyboard } from '../../e2e/desktop.ts'

/** Another program's focused window, which reports inserted text immediately. */
export interface TargetWindow {
  /**
   * Resolves with the time when the text arrived, by performance.now(). Rejects if it does not
   * arrive in time.
   */
  waitFor: (text: () => string) => Promise<number>
  close: () => Promise<void>
}

const patienceMilliseconds = 30_000

/**
 * Opens an xterm. It pastes a different selection than most programs, so this covers all methods.
 */
export async function openTargetWindow(): Promise<TargetWindow> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-target-'))
  const pipe = join(folder, 'pipe')
  await run('mkfifo', [pipe])
  // Raw mode, because otherwise the text would wait for the end of its line.
  const command = `stty raw -echo; exec cat > '${pipe}'`
  const child = spawn('xterm', ['-e', 'sh', '-c', command], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const written = createReadStream(pipe, 'utf8')
  await takeKeyboard(child)
  let received = ''
  let check: (() => void) | undefined
  written.on('data', (text) => {
    received += String(text)
    check?.()
  })
  return {
    async waitFor(text) {
      received = ''
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      check = () => {
        if (received.includes(text())) resolve(performance.now())
      }
      const timer = setTimeout(() => {
        reject(new Error(`“${text()}” did not come; what came: “${received}”`))
      }, patienceMilliseconds)
      return promise.finally(() => clearTimeout(timer))
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      written.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
