import { expect, test } from 'vitest'
import { hostOnly } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

interface Requested {
  url: string
  method: string
  headers: [string, string][]
}

declare const fixture: {
  requests: Requested[]
  routes: Map<string, (request: Request) => Response | Promise<Response>>
  cancelled: boolean
  produced: number
}

const { test: hostTest } = hostOnly('it refuses what plays badly on Electron')

const driven = driveThroughout('headless')

test('status, headers and bodies pass both ways', async () => {
  await driven.app.evaluate(() => {
    fixture.routes.set('/post', async (request) => {
      const text = await request.text()
      const headers = {
        'x-method': request.method,
        'x-origin': request.headers.get('origin') ?? '',
      }
      return new Response(text.toUpperCase(), { status: 418, headers })
    })
  })
  const answer = await driven.page.evaluate(async () => {
    const response = await fetch('/post', { method: 'POST', body: 'grüße' })
    const { status, headers } = response
    return [status, headers.get('x-method'), headers.get('x-origin'), await response.text()]
  })
  expect(answer).toEqual([418, 'POST', 'app://fixture', 'GRÜSSE'])
})

test('paths that try to climb reach the handler as the page wrote them', async () => {
  await driven.page.evaluate(async () => {
    for (const path of [
      '/..%2f..%2fetc/passwd',
      '/a/%2e%2e/%2e%2e/secret',
      '/x\\..\\y',
      '/nul%00byte',
      '//double',
    ]) {
      await fetch(path).catch(() => undefined)
    }
  })
  const urls = await driven.app.evaluate(() => fixture.requests.map(({ url }) => url))
  expect(urls).toEqual(
    expect.arrayContaining([
      'app://fixture/..%2f..%2fetc/passwd',
      'app://fixture/secret',
      'app://fixture/y',
      'app://fixture/nul%00byte',
    ]),
  )
})

test('a large body streams: the page reads while the handler still writes, and may stop', async () => {
  await driven.app.evaluate(() => {
    fixture.produced = 0
    fixture.routes.set('/endless', () => {
      const body = new ReadableStream({
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 1))
          fixture.produced += 1 << 20
          controller.enqueue(new Uint8Array(1 << 20))
        },
        cancel: () => {
          fixture.cancelled = true
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
    })
  })
  const read = await driven.page.evaluate(async () => {
    const response = await fetch('/endless')
    const reader = response.body!.getReader()
    let bytes = 0
    while (bytes < 32 << 20) bytes += (await reader.read()).value!.byteLength
    await reader.cancel()
    return {
      bytes: bytes >= 32 << 20,
      type: response.type,
      mime: response.headers.get('content-type'),
    }
  })
  expect(read).toEqual({ bytes: true, type: 'basic', mime: 'application/octet-stream' })
  await expect.poll(() => driven.app.evaluate(() => fixture.cancelled)).toBe(true)
})

test('a slow body arrives piece by piece', async () => {
  await driven.app.evaluate(() => {
    fixture.routes.set('/slow', () => {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      fixture.routes.set('/release', () => {
        release()
        return new Response('released')
      })
      const body = new ReadableStream({
        start: async (controller) => {
          controller.enqueue(new TextEncoder().encode('first'))
          await released
          controller.enqueue(new TextEncoder().encode('second'))
          controller.close()
        },
      })
      return new Response(body)
    })
  })
  const pieces = await driven.page.evaluate(async () => {
    const reader = (await fetch('/slow')).body!.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader.read()).value
    await fetch('/release')
    return [first, (await reader.read()).value, (await reader.read()).done]
  })
  expect(pieces).toEqual(['first', 'second', true])
})

test('audio plays from ranges of a resource that is never whole in memory', async () => {
  await driven.app.evaluate(() => {
    const rate = 8000
    const bytes = rate * 2 * 600
    const file = Buffer.alloc(44 + bytes)
    file.write('RIFF', 0)
    file.writeUInt32LE(36 + bytes, 4)
    file.write('WAVEfmt ', 8)
    file.writeUInt32LE(16, 16)
    file.writeUInt16LE(1, 20)
    file.writeUInt16LE(1, 22)
    file.writeUInt32LE(rate, 24)
    file.writeUInt32LE(rate * 2, 28)
    file.writeUInt16LE(2, 32)
    file.writeUInt16LE(16, 34)
    file.write('data', 36)
    file.writeUInt32LE(bytes, 40)
    fixture.routes.set('/long.wav', (request) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? 0)
      const headers = {
        'content-type': 'audio/wav',
        'accept-ranges': 'bytes',
        'content-length': String(file.length - start),
        'content-range': `bytes ${start}-${file.length - 1}/${file.length}`,
      }
      return new Response(file.subarray(start), { status: 206, headers })
    })
  })
  const played = await driven.page.evaluate(async () => {
    const audio = new Audio('/long.wav')
    const event = (name: string): Promise<Event> =>
      new Promise((resolve, reject) => {
        audio.addEventListener(name, resolve, { once: true })
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)), {
          once: true,
        })
      })
    audio.load()
    await event('loadedmetadata')
    audio.currentTime = 500
    await event('seeked')
    return [Math.round(audio.duration), audio.currentTime]
  })
  expect(played).toEqual([600, 500])
  const ranges = await driven.app.evaluate(() =>
    fixture.requests.flatMap(({ url, headers }) =>
      url.endsWith('.wav') ? headers.filter(([name]) => name === 'range') : [],
    ),
  )
  expect(ranges.length).toBeGreaterThan(1)
})

hostTest('media of a scheme that does not stream is refused', async () => {
  const outcome = await driven.page.evaluate(
    () =>
      new Promise((resolve) => {
        const audio = new Audio()
        audio.addEventListener('loadedmetadata', () => resolve('played'))
        audio.addEventListener('error', () => resolve('refused'))
        audio.src = location.href.replace('.app.', '.bare.').replace(/[^/]*$/, 'long.wav')
      }),
  )
  expect(outcome).toBe('refused')
})

test('modules, workers, images and styles load from the scheme, within its policy', async () => {
  await driven.app.evaluate(() => {
    const script = { 'content-type': 'text/javascript' }
    fixture.routes.set('/policy.html', () => {
      const policy =
        "default-src 'none'; script-src 'self'; worker-src app:; connect-src app://fixture; img-src app:"
      return new Response(
        '<title>policy</title><img id="dot" src="dot.svg"><script type="module" src="start.js"></script><script>window.inline = true</script>',
        {
          headers: { 'content-type': 'text/html', 'content-security-policy': policy },
        },
      )
    })
    fixture.routes.set(
      '/dot.svg',
      () =>
        new Response('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>', {
          headers: { 'content-type': 'image/svg+xml' },
        }),
    )
    fixture.routes.set(
      '/start.js',
      () =>
        new Response(
          "import { word } from './word.js'; const worker = new Worker('/worker.js', { type: 'module' }); worker.onmessage = ({ data }) => { window.result = [word, data] }",
          { headers: script },
        ),
    )
    fixture.routes.set(
      '/word.js',
      () => new Response("export const word = 'module'", { headers: script }),
    )
    fixture.routes.set(
      '/worker.js',
      () =>
        new Response(
          "import { word } from './word.js'; const text = await (await fetch('/text')).text(); postMessage(word + text)",
          { headers: { ...script, 'content-security-policy': "default-src 'self'" } },
        ),
    )
    fixture.routes.set('/text', () => new Response(' in a worker'))
  })
  await driven.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.loadURL('app://fixture/policy.html'),
  )
  type Loaded = { result?: unknown; inline?: boolean; dot: HTMLImageElement }
  await expect
    .poll(() => driven.page.evaluate(() => (window as unknown as Loaded).result))
    .toEqual(['module', 'module in a worker'])
  const rest = await driven.page.evaluate(() => {
    const { inline, dot } = window as unknown as Loaded
    return [inline, dot.naturalWidth, isSecureContext]
  })
  expect(rest).toEqual([undefined, 5, true])
})

test('a handler that throws is a failed request, and an unknown scheme is refused', async () => {
  await driven.app.evaluate(() => {
    fixture.routes.set('/broken', () => {
      throw new Error('broken')
    })
  })
  const outcome = await driven.page.evaluate(() =>
    Promise.all(
      ['/broken', 'https://other.scheme.invalid/x'].map((url) =>
        fetch(url).then(
          () => 'ok',
          () => 'failed',
        ),
      ),
    ),
  )
  expect(outcome).toEqual(['failed', 'failed'])
  const failed = await driven.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!
      .loadURL('app://fixture/broken')
      .catch((error: Error & { errno: number }) => [error.message, error.errno]),
  )
  expect(failed).toEqual(["ERR_FAILED (-2) loading 'app://fixture/broken'", -2])
})
