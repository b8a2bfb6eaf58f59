import { readdir, readFile } from 'node:fs/promises'

/** Whether a process runs; one that is dead and not collected does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
    return !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}

/** Returns the ids of the running processes whose command line holds this text. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text) && (await isRunning(Number(name)))) found.push(Number(name))
  }
  return found
}
