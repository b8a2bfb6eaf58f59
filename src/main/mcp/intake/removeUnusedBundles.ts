import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const hashForm = /^[\da-f]{64}(?:\.part)?$/

/** Removes the unpacked bundles that no installed plugin uses, as those that were only looked at. */
export async function removeUnusedBundles(
  folder: string,
  used: ReadonlySet<string>,
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!hashForm.test(name) || used.has(name)) continue
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
