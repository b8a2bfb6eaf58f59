import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { loopbackSwitches } from '../fakes/realtimePeer.ts'
import { expect, test } from './parley.ts'

test('the page sees the bridge and nothing of Node or Electron', async ({ open }) => {
  const { page, composer } = await open({})
  await expect(composer).toBeVisible()
  const seen = await page.evaluate(() => {
    const { bridge } = window
    const attempts = {
      call: Reflect.set(bridge, 'call', () => 'hijacked'),
      extra: Reflect.set(bridge, 'extra', 1),
    }
    return {
      names: Object.keys(bridge).toSorted(),
      frozen: Object.isFrozen(bridge),
      attempts,
      globals: [
        'require',
        'process',
        'module',
        'Buffer',
        'ipcRenderer',
        'electron',
        'global',
      ].filter((name) => name in window),
    }
  })
  expect(seen).toEqual({
    names: ['call', 'on', 'stream'],
    frozen: true,
    attempts: { call: false, extra: false },
    globals: [],
  })
})

test('no inline script runs and nothing outside is reached', async ({ open, server }) => {
  const { page, composer } = await open({})
  await expect(composer).toBeVisible()
  const outcome = await page.evaluate(async (origin) => {
    const script = document.createElement('script')
    script.textContent = 'window.inline = true'
    document.head.append(script)
    const button = document.createElement('button')
    button.setAttribute('onclick', 'window.handler = true')
    document.body.append(button)
    button.click()
    button.remove()
    const image = new Image()
    image.src = `${origin}/pixel.png`
    document.body.append(image)
    const fetched = await fetch(`${origin}/v1/models`).then(
      () => true,
      () => false,
    )
    // The policy does not apply to what DevTools evaluates, so the page's own task tries.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the attack
          resolve((new Function('return true') as () => boolean)())
        } catch {
          resolve(false)
        }
      })
    })
    return { inline: 'inline' in window, handler: 'handler' in window, fetched, evaluated }
  }, server.origin)
  expect(outcome).toEqual({ inline: false, handler: false, fetched: false, evaluated: false })
  expect(server.requests).toEqual([])
})

test('the page can not navigate away, open windows or leave its folder', async ({
  start,
  server,
}) => {
  const { app, page, composer } = await start({ settings: {} })
  await expect(composer).toBeVisible()
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => {
      opened.push(url)
      return Promise.resolve()
    }
  })
  const result = await page.evaluate(async (origin) => {
    const opened = [window.open(`${origin}/popup`), window.open('file:///etc/passwd')]
    const paths = ['/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/main/index.js']
    const statuses = await Promise.all(
      paths.map((path) => fetch(path).then((response) => response.status)),
    )
    location.href = `${origin}/away`
    return { opened: opened.every((window) => window === null), statuses }
  }, server.origin)
  expect(result).toEqual({ opened: true, statuses: [404, 404, 404] })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual([`${server.origin}/popup`])
  await expect(composer).toBeVisible()
  expect(server.requests).toEqual([])
})

test('permissions are denied, in the page and in frames', async ({ open }) => {
  const { page, composer } = await open({})
  await expect(composer).toBeVisible()
  const denied = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']
    const states = await Promise.all(
      names.map((name) =>
        navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state),
      ),
    )
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error: Error) => error.name,
    )
    return { granted: states.filter((state) => state === 'granted'), microphone }
  })
  expect(denied.granted).toEqual([])
  expect(['NotAllowedError', 'NotFoundError']).toContain(denied.microphone)
})

test('a page that floods and sends garbage gets typed errors, and main lives', async ({
  start,
}) => {
  const { page, composer } = await start({ settings: {} })
  await expect(composer).toBeVisible()
  const codes = await page.evaluate(async () => {
    interface Reply {
      ok: boolean
      error?: { code: string }
    }
    const { bridge } = window as unknown as {
      bridge: { call: (name: unknown, input: unknown) => Promise<Reply> }
    }
    const polluted: unknown = JSON.parse('{"__proto__": {"theme": "dark"}, "id": "__proto__"}')
    const calls: [unknown, unknown][] = [
      ['chat.get', polluted],
      ['__proto__', {}],
      ['chat.constructor', {}],
      [{ toString: 'chat.get' }, {}],
      ['chat.get', { id: 'x'.repeat(50_000_000) }],
      ['settings.update', { theme: ['dark'] }],
      ['app.openExternal', { url: 'file:///etc/passwd' }],
    ]
    const replies = []
    for (const [name, input] of calls) replies.push(await bridge.call(name, input))
    const flood = await Promise.all(
      Array.from({ length: 5000 }, () => bridge.call('providers.list', {})),
    )
    replies.push(flood.find((reply) => !reply.ok) ?? { ok: true })
    return replies.map((reply) => reply.error?.code ?? 'ok')
  })
  expect(codes.slice(0, 7)).toEqual([
    'badInput',
    'unknownMethod',
    'unknownMethod',
    'unknownMethod',
    'badInput',
    'badInput',
    'addressInvalid',
  ])
  expect(['tooManyAtOnce', 'ok']).toContain(codes[7])
  await page.reload()
  await expect(composer).toBeVisible()
})

/**
 * Tries every way by which a script could open a call to a server. Returns true if one was
 * possible.
 */
function tryToCall(address: string): boolean {
  const take = (from: Window | null): typeof RTCPeerConnection | undefined => {
    try {
      const given = from as (Window & Record<string, typeof RTCPeerConnection | undefined>) | null
      return given?.['RTCPeerConnection'] ?? given?.['webkitRTCPeerConnection']
    } catch {
      // It belongs to another origin.
      return undefined
    }
  }
  const nest = (inside: Window, html: string): Window | null => {
    const frame = inside.document.createElement('iframe')
    inside.document.body.insertAdjacentElement('beforeend', frame)
    if (html) frame.srcdoc = html
    return frame.contentWindow
  }
  const written = nest(window, '')
  try {
    written?.document.open()
    written?.document.close()
  } catch {
    // It belongs to another origin.
  }
  const gone = nest(window, '')
  document.body.lastElementChild?.remove()
  const found = [window, nest(window, ''), nest(window, '<p>x'), written, gone].map(take)
  for (const Connection of found) {
    if (!Connection) continue
    const connection = new Connection({ iceServers: [{ urls: `stun:${address}` }] })
    connection.createDataChannel('out')
    void connection.setLocalDescription()
  }
  return found.some((Connection) => Connection !== undefined)
}

test('no frame can send past the policy what the page may send in a call', async ({ start }) => {
  const socket = createSocket('udp4')
  let packets = 0
  socket.on('message', () => (packets += 1))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const address = `127.0.0.1:${String(socket.address().port)}`
  const { page, composer } = await start({ settings: {}, switches: loopbackSwitches })
  await expect(composer).toBeVisible()
  await page.evaluate(() => {
    const inner = `<iframe srcdoc='<p>nested'></iframe>`
    document.body.insertAdjacentHTML(
      'beforeend',
      `<iframe srcdoc="${inner}"></iframe><iframe></iframe>
       <iframe sandbox="allow-scripts" srcdoc="${inner}"></iframe>
       <iframe sandbox="allow-scripts allow-same-origin" srcdoc="${inner}"></iframe>`,
    )
  })
  await expect.poll(() => page.frames().length).toBe(8)
  for (const frame of page.frames().slice(1)) {
    // The host reaches a frame in a process of its own only after the frame's first moment.
    await expect.poll(() => frame.evaluate(() => typeof RTCPeerConnection)).toBe('undefined')
    expect(await frame.evaluate(tryToCall, address)).toBe(false)
  }
  const nested = await page.evaluate(() => {
    const { contentWindow } = document.body.appendChild(document.createElement('iframe'))
    return Object.getOwnPropertyNames(contentWindow).filter((name) => /RTC/.test(name))
  })
  expect(nested).toEqual([])
  // Calls by the page itself arrive, so the socket would have counted the others.
  expect(packets).toBe(0)
  expect(await page.evaluate(tryToCall, address)).toBe(true)
  await expect.poll(() => packets).toBeGreaterThan(0)
  socket.close()
})
