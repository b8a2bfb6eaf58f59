import { execFile } from 'node:child_process'
import { join } from 'node:path'

export interface HostRun {
  code: number | string | null
  output: string
  errors: string
}

/** Runs the host with these arguments, outside any desktop, until it ends. */
export function runHost(
  given: readonly string[],
  env: Record<string, string> = {},
): Promise<HostRun> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, LANGUAGE: _language, ...rest } = process.env
  const host = join(import.meta.dirname, '../../chromium-host/electron')
  return new Promise((resolve) => {
    execFile(host, given, { env: { ...rest, ...env } }, (error, output, errors) => {
      resolve({ code: error ? (error.code ?? null) : 0, output, errors })
    })
  })
}
