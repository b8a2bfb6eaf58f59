import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formBlob } from '../../../../src/main/providers/transport/formBlob.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const parse = (blob: Blob): Promise<FormData> =>
  new Response(blob, { headers: { 'content-type': blob.type } }).formData()

test('a form comes back as it was: texts, files, and names that need care', async () => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, Buffer.from([0, 13, 10, 45, 45, 255]))
  const form = new FormData()
  form.append('prompt', 'A “fox”\r\n--and an empty line\r\n\r\n')
  form.append('empty', '')
  form.append('image[]', new File([await openAsBlob(path)], 'fuchs ü.png', { type: 'image/png' }))
  form.append('image[]', new File(['second'], 'no type'))
  const parsed = await parse(formBlob(form))
  expect([...parsed.keys()]).toEqual(['prompt', 'empty', 'image[]', 'image[]'])
  expect(parsed.get('prompt')).toBe('A “fox”\r\n--and an empty line\r\n\r\n')
  expect(parsed.get('empty')).toBe('')
  const files = parsed.getAll('image[]').filter((value) => typeof value !== 'string')
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['fuchs ü.png', 'image/png'],
    ['no type', 'application/octet-stream'],
  ])
  expect([...new Uint8Array((await files[0]?.arrayBuffer()) ?? [])]).toEqual([
    ...[0, 13, 10, 45, 45, 255],
  ])
})

test('names can’t begin a part of their own, and lines end as the standard says', async () => {
  const form = new FormData()
  form.append('a"\r\nb', 'one\ntwo\rthree')
  form.append('file', new File(['x'], 'c"\r\nd.png'))
  const text = await formBlob(form).text()
  expect(text).toContain('; name="a%22%0D%0Ab"\r\n\r\none\r\ntwo\r\nthree\r\n--parley-')
  expect(text).toContain(
    '; filename="c%22%0D%0Ad.png"\r\nContent-Type: application/octet-stream\r\n',
  )
  expect(text.match(/Content-Disposition/g)).toHaveLength(2)
})
