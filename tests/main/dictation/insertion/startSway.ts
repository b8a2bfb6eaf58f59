import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { hasProgram } from '../../../../src/main/dictation/hasProgram.ts'

/** Whether a real compositor, a terminal and Wayland's programs are installed. */
export const hasSway = ['sway', 'foot', 'wtype', 'wl-copy', 'wl-paste'].every((name) =>
  hasProgram(name),
)
const nobody = 65_534

/** Starts sway without a screen, for programs that this test runs, until the test ends. */
export async function startSway(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sway-'))
  const config = join(folder, 'config')
  writeFileSync(config, 'xwayland disable\n')
  const env = {
    ...{ XDG_RUNTIME_DIR: folder, HOME: folder, PATH: process.env['PATH'] },
    ...{ WLR_BACKENDS: 'headless', WLR_RENDERER: 'pixman', WLR_LIBINPUT_NO_DEVICES: '1' },
  }
  // Sway refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, nobody, nobody)
  chmodSync(folder, 0o700)
  const user = isRoot ? { uid: nobody, gid: nobody } : {}
  const sway = spawn('sway', ['-c', config], { env, stdio: 'ignore', ...user })
  onTestFinished(async () => {
    sway.kill()
    await vi.waitFor(() => expect(sway.exitCode ?? sway.signalCode).not.toBeNull())
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  const found = (pattern: RegExp): string => {
    const name = readdirSync(folder).find((each) => pattern.test(each))
    if (name === undefined) throw new Error('Sway has not started')
    return name
  }
  await vi.waitFor(() => [found(/^sway-ipc/), found(/^wayland-\d+$/)], { timeout: 20_000 })
  vi.stubEnv('XDG_RUNTIME_DIR', folder)
  vi.stubEnv('SWAYSOCK', join(folder, found(/^sway-ipc/)))
  vi.stubEnv('WAYLAND_DISPLAY', found(/^wayland-\d+$/))
  vi.stubEnv('DISPLAY', undefined)
}
