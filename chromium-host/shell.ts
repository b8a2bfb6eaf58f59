import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Shell } from 'electron'
import { strict } from './strict.ts'

/** Runs the desktop's opener. Resolves with an error text; '' after success. */
function open(target: string, extra: readonly string[] = []): Promise<string> {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', ...extra, target]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', target]
        : ['xdg-open', target]
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(code === 0 ? '' : `${command} ended with code ${code}`))
    child.unref()
  })
}

/** Electron's shell module, based on the desktop's commands. */
export const shell = strict('shell', {
  openExternal: async (url: string) => {
    const { href } = new URL(url)
    const error = await open(href)
    if (error) throw new Error(error)
  },
  openPath: (path: string) => open(path),
  showItemInFolder: (path: string) => {
    void (process.platform === 'darwin' ? open(path, ['-R']) : open(dirname(path)))
  },
  beep: () => void process.stderr.write('\u0007'),
} satisfies Partial<Shell>)
