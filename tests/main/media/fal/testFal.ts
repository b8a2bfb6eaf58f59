import { onTestFinished } from 'vitest'
import { createFalProvider } from '../../../../src/main/media/fal/createFalProvider.ts'
import { createFalUploads } from '../../../../src/main/media/fal/falUploads.ts'
import type { FalSilence } from '../../../../src/main/media/fal/readStatusStream.ts'
import { createUploadTable } from '../../../../src/main/media/uploads/uploadTable.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { startFakeFal, type FakeFal, type FalScript } from '../../../fakes/fakeFal.ts'
import { openTestMedia, type TestMedia, type TestMediaOptions } from '../testMedia.ts'

export interface TestFal {
  fal: FakeFal
  media: TestMedia
  /** Opens the folder again, as the next start does. */
  reopen: (options?: Partial<TestMediaOptions>) => TestMedia
  create: (
    values: Parameters<TestMedia['create']>[0],
    id?: string,
    modelId?: string,
  ) => ReturnType<TestMedia['create']>
}

/** Opens media with fal as its service, at a fake with this script. */
export async function openTestFal(
  script: FalScript = {},
  {
    key = () => 'fal-key',
    silence,
    isDeleting,
    ...options
  }: Partial<TestMediaOptions> & {
    key?: () => string
    silence?: FalSilence
    isDeleting?: () => boolean
  } = {},
): Promise<TestFal> {
  const fal = await startFakeFal(script)
  onTestFinished(fal.close)
  let media = open(options)

  function open(given: Partial<TestMediaOptions>): TestMedia {
    const fetch = createTransport()
    const redact = (text: string): string => text
    const uploads = createFalUploads({
      ...{ table: () => createUploadTable(media.database), fetch, redact },
      ...{ delay: async () => undefined, maxWholeBytes: 290_000, partBytes: 60_000 },
    })
    const account = { id: 'fal', name: 'fal', baseUrl: fal.origin, key: async () => key() }
    return openTestMedia({
      providers: [
        createFalProvider(account, {
          fetch,
          redact,
          uploads,
          fetchFile: async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer()),
          ...(silence && { silence }),
          ...(isDeleting && { isDeleting }),
          ...(given.now && { now: given.now }),
        }),
      ],
      ...given,
    })
  }

  return {
    fal,
    media,
    reopen(given = {}) {
      media.crash()
      return (media = open({ folder: media.folder, ...options, ...given }))
    },
    create: (values, id = crypto.randomUUID(), modelId = 'fal-ai/painter/pro') =>
      media.create(values, { id, providerId: 'fal', modelId }),
  }
}
