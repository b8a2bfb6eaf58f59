import type { Archive } from './openArchive.ts'
import { readXml } from './readXml.ts'
import { resolveName } from './relations.ts'

/** Returns the main part of an Office document that has it under a name of its own. */
export async function declaredMain(
  archive: Archive,
): Promise<{ name: string; mediaType: string } | undefined> {
  let main: { name: string; mediaType: string } | undefined
  await readXml(archive.pieces('[Content_Types].xml'), {
    open({ name, attribute }) {
      const mediaType = attribute('ContentType') ?? ''
      const part = resolveName('', attribute('PartName') ?? '')
      if (name !== 'Override' || !mediaType.endsWith('.main+xml') || !archive.has(part)) return
      main ??= { name: part, mediaType }
    },
  })
  return main
}
