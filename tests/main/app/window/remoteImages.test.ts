import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteImages } from '../../../../src/main/app/window/remoteImages.ts'
import { pictureBomb } from '../../../fakes/pictureBomb.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/picture`
}

test('a picture is fetched without anything of the user, and served as what it is', async () => {
  let headers: NodeJS.Dict<string | string[]> | undefined
  const url = await serve((request, response) => {
    const isFirst = headers === undefined
    headers = request.headers
    // The server is busy for a moment, and asked again.
    if (isFirst) return response.writeHead(503, { 'retry-after': '0' }).end()
    return response.setHeader('content-type', 'text/html').end(png)
  })
  const images = createRemoteImages(() => true)
  const address = await images.fetch(url)
  expect(address).toMatch(/^\/images\/[0-9a-f]{64}$/)
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('referer')
  const served = await images.files.serve(address.split('/')[2]!, null)
  expect(served?.headers.get('content-type')).toBe('image/png')
  expect(served?.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.from(await served!.arrayBuffer())).toEqual(png)
  expect(await images.files.serve('0'.repeat(64), null)).toBeUndefined()
})

test.each([
  ['a page', 'notSupported', '<script>alert(1)</script>', 200],
  ['a drawing with scripts', 'notSupported', '<svg onload="x()"/>', 200],
  ['a drawing', 'notSupported', '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', 200],
  ['an error', 'notFound', 'gone', 404],
])('%s is no picture', async (_name, code, body, status) => {
  const url = await serve((_request, response) => response.writeHead(status).end(body))
  await expect(createRemoteImages(() => true).fetch(url)).rejects.toMatchObject({ code })
})

test('a picture that would take gigabytes is not kept', async () => {
  const url = await serve((_request, response) => response.end(pictureBomb()))
  await expect(createRemoteImages(() => true).fetch(url)).rejects.toMatchObject({
    code: 'pictureTooLarge',
    details: { subject: 'picture' },
  })
})

test('what does not end is given up', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const piece = Buffer.alloc(1024 * 1024)
    const write = (): void => {
      while (response.write(piece)) continue
      response.once('drain', write)
    }
    write()
  })
  await expect(createRemoteImages(() => true).fetch(url)).rejects.toMatchObject({
    code: 'attachmentTooLarge',
  })
})

test('a connection that breaks off is an error', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write(png, () => response.destroy())
  })
  await expect(createRemoteImages(() => true).fetch(url)).rejects.toMatchObject({
    code: 'connectionFailed',
  })
})

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:image/png;base64,AA', 'nothing'])(
  '%s is not fetched',
  async (url) => {
    await expect(createRemoteImages(() => true).fetch(url)).rejects.toMatchObject({
      code: 'addressInvalid',
    })
  },
)

test('pictures of machines nearby are not fetched, by whatever name', async () => {
  let requests = 0
  const url = await serve((_request, response) => void (requests++, response.end(png)))
  const { port } = new URL(url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '0.0.0.0']) {
    const image = createRemoteImages().fetch(`http://${host}:${port}/picture`)
    await expect(image).rejects.toMatchObject({ code: 'addressInvalid' })
  }
  expect(requests).toBe(0)
})

test('a redirect leads nowhere that could not be asked for', async () => {
  let requests = 0
  const inner = await serve((_request, response) => void (requests++, response.end(png)))
  const target = inner.replace('127.0.0.1', '127.0.0.2')
  const outer = await serve((_request, response) =>
    response.writeHead(302, { location: target }).end(),
  )
  const images = createRemoteImages((address) => address === '127.0.0.1')
  await expect(images.fetch(outer)).rejects.toMatchObject({ code: 'addressInvalid' })
  expect(requests).toBe(0)
})
