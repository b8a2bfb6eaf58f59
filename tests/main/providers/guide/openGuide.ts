import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGuide } from '../../../../src/main/providers/guide/guide.ts'
import type { GuideOptions } from '../../../../src/main/providers/guide/guide.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { Locale } from '../../../../src/shared/languages.ts'

const folder = fileURLToPath(new URL('../../../../resources/guide/', import.meta.url))

export async function readManualFile(locale: Locale): Promise<string | null> {
  const file = `${folder}${locale}.md`
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Opens the guide with its real manual, answering without pauses. */
export function openGuide(options: Partial<GuideOptions> = {}): Provider {
  return createGuide({
    locale: () => 'en-US',
    readManual: readManualFile,
    pieceMilliseconds: 0,
    ...options,
  })
}
