import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveMediaFile } from '../../../../src/main/media/results/serveMediaFile.ts'
import { createBlobs } from '../../../../src/main/storage/blobs.ts'
import { pictureBomb } from '../../../fakes/pictureBomb.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const bomb = pictureBomb(20_000).toString('base64')
const small = smallPictures['image/jpeg']?.toString('base64') ?? ''
const image = (address: string): string => `<image width="9" height="9" href="${address}"/>`
const drawing = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${body}</svg>`
const escaped = '&#x64;&#97;&#x74;&#97;&#x3a;'

/** Serves a drawing as media does. Returns the status and the type. */
async function serve(text: string) {
  const blobs = createBlobs(join(temporaryFolder(), 'files'))
  const writer = await blobs.create()
  await writer.append(Buffer.from(text))
  const { id } = await writer.finish()
  const { status, headers, body } = await serveMediaFile(blobs, id, null)
  await body?.cancel()
  return { status, type: headers.get('content-type') }
}

test.each([
  ['lines', drawing('<path d="M0 0h9"/><text>No data: nothing</text>')],
  ['a script, which no page runs', drawing('<script>fetch("/")</script>')],
  ['a small picture', drawing(image(`data:image/png;base64,${small}`))],
  [
    'a font',
    drawing('<style>@font-face{font-family:a;src:url(data:font/woff2;base64,AAAA)}</style>'),
  ],
])('a drawing with %s is served as bytes, which no page shows', async (_name, text) => {
  expect(await serve(text)).toEqual({ status: 200, type: 'application/octet-stream' })
})

test.each([
  ['as it is', drawing(image(`data:image/png;base64,${bomb}`))],
  ['under another type', drawing(image(`data:image/jpeg;base64,${bomb}`))],
  ['in lines', drawing(image(`data:image/png;base64,${bomb.replaceAll(/.{76}/g, '$&\n')}`))],
  ['with letters by number', drawing(image(`${escaped}image/png;base64,${bomb}`))],
  [
    'with letters escaped in a style',
    drawing(`<style>a{fill:url(\\64 ata:image/png;base64,${bomb})}</style>`),
  ],
  ['within another drawing', drawing(image('data:image/svg+xml;utf8,<svg/>'))],
  [
    'in pieces that are too large together',
    drawing(image(`data:image/png;base64,${pictureBomb(9000).toString('base64')}`).repeat(2)),
  ],
])('a drawing with a picture of 400 megapixels %s is not served', async (_name, text) => {
  // The page would decode it with the drawing.
  expect((await serve(text)).status).not.toBe(200)
})
