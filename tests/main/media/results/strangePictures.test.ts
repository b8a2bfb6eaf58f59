import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../../src/main/media/export/readSettings.ts'
import { stripMetadata } from '../../../../src/main/pictures/metadata/stripMetadata.ts'
import type { MediaProvider, MediaRequest } from '../../../../src/main/media/mediaProvider.ts'
import { strangePictures } from '../../../fakes/strangePictures.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const sizes: Readonly<Record<string, [width: number, height: number]>> = {
  '16 bits a channel': [40, 40],
  'four inks': [16, 16],
  'two frames': [37, 23],
  'broken EXIF': [37, 23],
}

test.each(Object.entries(strangePictures))(
  'a picture with %s is a result and an input, and is saved with and without its settings',
  async (name, { mediaType, bytes }) => {
    const service = new FakeService()
    service.result = () => ({ files: [{ bytes }], price: null })
    const given: Uint8Array[] = []
    const direct = service.direct()
    const provider: MediaProvider = {
      ...direct,
      async submit(request: MediaRequest, context) {
        for (const file of (request.values['images'] ?? []) as { id: string }[]) {
          given.push(await request.read(file as Parameters<MediaRequest['read']>[0]))
        }
        return direct.submit(request, context)
      },
    }
    const place = join(temporaryFolder(), 'saved')
    const media = openTestMedia({
      providers: [provider],
      choosePlace: () => Promise.resolve(place),
    })
    const { id } = await media.create({ prompt: 'A fox' })
    await media.until(id, 'done')
    const [output] = media.outputs(id)
    const [width, height] = sizes[name] ?? []
    expect(output).toMatchObject({ media_type: mediaType, width, height, kind: 'image' })

    const { handlers } = media.media
    const save = async (as: 'original' | 'withPrompt' | 'withoutMetadata'): Promise<Buffer> => {
      await handlers.save({ ids: [String(output?.['id'])], as }, { windowId: 1 })
      return readFileSync(place)
    }
    expect((await save('original')).equals(bytes)).toBe(true)
    const withPrompt = await save('withPrompt')
    expect(readSettings(withPrompt)).toMatchObject({ prompt: 'A fox', modelId: 'painter' })
    const bare = await save('withoutMetadata')
    expect(readSettings(bare)).toBeNull()
    expect(bare.toString('latin1')).not.toContain('Exif')
    // A second round changes nothing.
    expect(stripMetadata(withPrompt)).toEqual(stripMetadata(bare))

    const input = { id: String(output?.['file_id']), name: 'a', mediaType, sizeBytes: bytes.length }
    const edit = await media.create({ prompt: 'A wolf', images: [{ ...input, outputId: null }] })
    await media.until(edit.id, 'done')
    expect(given.map((one) => Buffer.from(one).equals(bytes))).toEqual([true])
  },
)
