import { join } from 'node:path'
import type { Frame, Page } from 'playwright'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { hostOnly, inPage, modes } from './contractRuntime.ts'
import { createBench, driveFixture, driveThroughout } from './fixtureApp.ts'

const { test: hostTest } = hostOnly('it streams the bodies of every frame')

declare const fixture: {
  routes: Map<string, (request: Request) => Response>
  openWindow(options: object): Promise<Electron.BrowserWindow>
}

/** Findings of the first script of a frame. */
interface Found {
  origin: string
  /** The origin that stored something under this origin earlier. */
  stored: string
  callers: string[]
  reachesPage: boolean
}

const hosts = ['app://one', 'app://two', 'plugin://one', 'plugin://two']
const policy = "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'"
const page = `<h1>page</h1><script>
  window.found = []
  addEventListener('message', ({ data, origin }) => found.push({ ...data, origin }))
</script>`
const frame = `<script>{
  const callers = Object.getOwnPropertyNames(window).filter((name) => /RTC|^WebTransport/.test(name))
  let stored = 'not allowed'
  try {
    stored = localStorage.getItem('by') ?? 'nothing'
    localStorage.setItem('by', origin)
  } catch {}
  let reachesPage = true
  try {
    void top.document.title
  } catch {
    reachesPage = false
  }
  top.postMessage({ stored, callers, reachesPage }, '*')
}</script>`

/** Builds the app's own preload script. Resolves with its path. */
async function buildPreload(outDir: string): Promise<string> {
  const entry = join(import.meta.dirname, '../../src/preload/index.ts')
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir,
      lib: { entry, formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: 'electron' },
    },
  })
  return join(outDir, 'preload.cjs')
}

describe.each(modes)('frames, %s', (mode) => {
  const driven = driveThroughout(mode)
  let shown: Page

  beforeAll(async () => {
    const documents = {
      '/page.html': [page, `${policy}; frame-src app: plugin: 'self'`],
      '/frame.html': [frame, policy],
    }
    await driven.app.evaluate((_electron, given) => {
      for (const [path, [body, csp]] of Object.entries(given)) {
        const headers = { 'content-type': 'text/html', 'content-security-policy': csp! }
        fixture.routes.set(path, () => new Response(body, { headers }))
      }
    }, documents)
    const opened = driven.app.waitForEvent('window')
    const preload = await buildPreload(await driven.bench.dataFolder())
    await driven.app.evaluate(async (_electron, path) => {
      const webPreferences = { preload: path, nodeIntegrationInSubFrames: true }
      const window = await fixture.openWindow({ webPreferences })
      await window.loadURL('app://fixture/page.html')
    }, preload)
    shown = await opened
    await shown.getByRole('heading', { name: 'page' }).waitFor()
  })

  /** Shows frames in the page. Resolves with what they find, by address. */
  async function show(frames: readonly string[], attributes = ''): Promise<Found[]> {
    await shown.evaluate(
      (content) => {
        Object.assign(window, { found: [] })
        document.body.innerHTML = content
      },
      frames.map((src) => `<iframe ${attributes} src="${src}"></iframe>`).join(''),
    )
    const found = (): Promise<Found[]> =>
      shown.evaluate(() => (window as unknown as { found: Found[] }).found)
    await expect.poll(async () => (await found()).length).toBe(frames.length)
    return (await found()).toSorted((one, other) => (one.origin < other.origin ? -1 : 1))
  }

  const hasOwnProcess = async (each: Frame): Promise<boolean> =>
    driven.app
      .context()
      .newCDPSession(each)
      .then(
        async (session) => session.detach().then(() => true),
        () => false,
      )

  test('have an origin, storage and a process for each host, and speak to the page', async () => {
    const addresses = hosts.map((host) => `${inPage(host)}/frame.html`)
    const origins = hosts.map(inPage).toSorted()
    const first = await show(addresses)
    const alone = { callers: [], reachesPage: false }
    expect(first).toEqual(origins.map((origin) => ({ origin, stored: 'nothing', ...alone })))
    for (const each of shown.frames().slice(1)) expect(await hasOwnProcess(each)).toBe(true)
    const second = await show(addresses)
    expect(second).toEqual(origins.map((origin) => ({ origin, stored: origin, ...alone })))
  })

  hostTest('get large and slow bodies whole, and one without end not at all', async () => {
    await show([`${inPage('app://two')}/frame.html`])
    await driven.app.evaluate(() => {
      const chunk = new Uint8Array(1 << 20)
      const bodyOf = (pull: (controller: ReadableStreamDefaultController) => Promise<void>) => () =>
        new Response(new ReadableStream({ pull }), {
          headers: { 'access-control-allow-origin': '*' },
        })
      fixture.routes.set('/large', () => new Response(new Uint8Array(10 << 20)))
      fixture.routes.set(
        '/slow',
        bodyOf(async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 300))
          controller.enqueue(chunk)
          controller.close()
        }),
      )
      fixture.routes.set(
        '/endless',
        bodyOf(async (controller) => controller.enqueue(chunk)),
      )
    })
    const lengths = await shown.frames()[1]!.evaluate(() =>
      Promise.all(
        ['/large', '/slow', '/endless'].map((path) =>
          fetch(path)
            .then((response) => response.arrayBuffer())
            .then(
              ({ byteLength }) => byteLength,
              () => 'failed',
            ),
        ),
      ),
    )
    expect(lengths).toEqual([10 << 20, 1 << 20, 'failed'])
  })

  test('have no storage in a sandbox', async () => {
    const alone = { origin: 'null', callers: [], reachesPage: false }
    // A plugin's page gets a storage from the preload script, which ends with the page.
    for (const [scheme, stored] of [
      ['app', 'not allowed'],
      ['plugin', 'nothing'],
      ['plugin', 'nothing'],
    ]) {
      const addresses = [1, 2].map(() => `${inPage(`${scheme}://one`)}/frame.html`)
      const found = await show(addresses, 'sandbox="allow-scripts"')
      expect(found).toEqual(addresses.map(() => ({ ...alone, stored })))
    }
  })

  test('run the app’s preload script before their own, in the page’s process too', async () => {
    const [found] = await show(['/frame.html'])
    expect(found).toMatchObject({ callers: [], reachesPage: true })
    expect(await hasOwnProcess(shown.frames()[1]!)).toBe(false)
    const callers = (): string[] =>
      Object.getOwnPropertyNames(window).filter((name) => /RTC|^WebTransport/.test(name))
    // The page itself calls.
    expect(await shown.evaluate(callers)).toContain('RTCPeerConnection')
    const hasBridge = (): boolean => 'bridge' in window
    expect(await shown.evaluate(hasBridge)).toBe(true)
    expect(await shown.frames()[1]!.evaluate(hasBridge)).toBe(false)
  })

  test('have no calls in documents without an address either', async () => {
    const callers = (): string[] =>
      Object.getOwnPropertyNames(window).filter((name) => /RTC|^WebTransport/.test(name))
    await shown.evaluate(() => {
      document.body.innerHTML = `<iframe srcdoc="<iframe srcdoc='<p>x'></iframe>"></iframe>
        <iframe sandbox="allow-scripts" srcdoc="<iframe srcdoc='<p>x'></iframe>"></iframe>`
    })
    const inner = (): Frame[] => shown.frames().slice(1)
    await expect.poll(() => inner().length).toBe(4)
    for (const each of inner()) await expect.poll(() => each.evaluate(callers)).toEqual([])
    const fresh = await shown.evaluate(() => {
      const { contentWindow } = document.body.appendChild(document.createElement('iframe'))
      const names = Object.getOwnPropertyNames(contentWindow)
      return names.filter((name) => /RTC|^WebTransport/.test(name))
    })
    expect(fresh).toEqual([])
  })
})

test('frames keep their calls where the preload script is not for them', async () => {
  const bench = await createBench('headless')
  try {
    const { app, page: plain } = await driveFixture(bench)
    await plain.evaluate(() => {
      document.body.innerHTML = '<iframe src="/frame.html"></iframe>'
    })
    await expect.poll(() => plain.frames().length).toBe(2)
    const calls = (): Promise<boolean> =>
      plain.frames()[1]!.evaluate(() => 'RTCPeerConnection' in window)
    await expect.poll(calls).toBe(true)
    await app.close()
  } finally {
    await bench.close()
  }
})
