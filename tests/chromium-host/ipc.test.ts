import { expect, test } from 'vitest'
import { driveThroughout } from './fixtureApp.ts'

declare const bridge: {
  invoke(channel: string, ...values: unknown[]): Promise<unknown>
  send(channel: string, ...values: unknown[]): void
  on(channel: string, callback: (...values: unknown[]) => void): () => void
  givePort(): void
  acceptPorts(): void
}
declare const fixture: { portClosings: number }

const driven = driveThroughout('headless')

const portClosings = (): Promise<number> => driven.app.evaluate(() => fixture.portClosings)

test('structured values survive the way to main and back', async () => {
  const outcome = await driven.page.evaluate(async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)
    const [date, map, set, typed, buffer, big, odd, error, sparse] = (await bridge.invoke(
      'echo',
      new Date(86_400_000),
      new Map<unknown, unknown>([['key', new Map([[1n, { deep: [undefined] }]])]]),
      new Set(['a', Number.NaN]),
      bytes,
      new Float64Array([1.5, -0]).buffer,
      2n ** 70n,
      [undefined, Number.NaN, -0, Infinity, null],
      new RangeError('out of range'),
      { ['__proto__']: 1, length: 2 },
    )) as [
      Date,
      Map<string, Map<bigint, unknown>>,
      Set<unknown>,
      Uint8Array,
      ArrayBuffer,
      bigint,
      unknown[],
      Error,
      object,
    ]
    return {
      date: date instanceof Date && date.getTime(),
      map: map.get('key')!.get(1n),
      set: [...set],
      bytes:
        typed instanceof Uint8Array &&
        typed.length === bytes.length &&
        typed.every((byte, index) => byte === bytes[index]),
      floats: [...new Float64Array(buffer)].map((value) => Object.is(value, -0) || value),
      big: big.toString(),
      odd: odd.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
      error: [error instanceof Error, error.message],
      prototype: Object.getPrototypeOf(sparse) === Object.prototype,
    }
  })
  expect(outcome).toEqual({
    date: 86_400_000,
    map: { deep: [undefined] },
    set: ['a', Number.NaN],
    bytes: true,
    floats: [1.5, true],
    big: '1180591620717411303424',
    odd: ['undefined', 'NaN', '-0', 'Infinity', 'null'],
    error: [true, 'out of range'],
    prototype: true,
  })
})

test('what cannot be cloned is refused where it is sent', async () => {
  const refused = await driven.page.evaluate(() =>
    bridge
      .invoke('echo', () => 1)
      .then(
        () => 'accepted',
        (error: Error) => error.message,
      ),
  )
  expect(refused).toContain('could not be cloned')
})

test('a rejected handler keeps only its message', async () => {
  const outcome = await driven.page.evaluate(() =>
    bridge.invoke('fail').catch((error: Error & { code?: string }) => [error.message, error.code]),
  )
  expect(outcome).toEqual([
    "Error invoking remote method 'fail': TypeError: refused on purpose",
    undefined,
  ])
  const unknown = await driven.page.evaluate(() =>
    bridge.invoke('nobody').catch((error: Error) => error.message),
  )
  expect(unknown).toBe(
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  )
})

test('the sender frame has the address of the app’s own scheme', async () => {
  expect(await driven.page.evaluate(() => bridge.invoke('sender'))).toEqual({
    url: 'app://fixture/index.html',
    origin: 'app://fixture',
  })
})

test('20,000 events arrive in order', async () => {
  const outcome = await driven.page.evaluate(
    () =>
      new Promise((resolve) => {
        let next = 0
        let inOrder = true
        bridge.on('flooded', (index) => {
          inOrder &&= index === next++
          if (next === 20_000) resolve({ inOrder, next })
        })
        bridge.send('flood', 20_000)
      }),
  )
  expect(outcome).toEqual({ inOrder: true, next: 20_000 })
})

test('an event channel called error does no harm without a listener', async () => {
  await driven.page.evaluate(() => bridge.send('error', 'boo'))
  expect(await driven.page.evaluate(() => bridge.invoke('echo', 1))).toEqual([1])
})

test('a port from main carries messages both ways', async () => {
  const answer = await driven.page.evaluate(() =>
    new Promise((resolve) => {
      window.addEventListener(
        'message',
        ({ ports: [port] }) => {
          port!.onmessage = ({ data }) => {
            port!.close()
            resolve(data)
          }
          port!.postMessage(new Map([['one', 1n]]))
        },
        { once: true },
      )
      bridge.givePort()
    }).then((data) => (data as { echoed: Map<string, bigint> }).echoed.get('one') === 1n),
  )
  expect(answer).toBe(true)
  await expect.poll(portClosings).toBe(1)
})

test('a port from the page reaches main, and takes further ports along', async () => {
  const answers = await driven.page.evaluate(async () => {
    bridge.acceptPorts()
    const { port1, port2 } = new MessageChannel()
    const next = (port: MessagePort): Promise<unknown> =>
      new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)))
    window.postMessage({ take: 'hello' }, '*', [port2])
    port1.postMessage(1)
    const first = await next(port1)
    const further = new MessageChannel()
    port1.postMessage(2, [further.port2])
    return [first, await next(further.port1)]
  })
  expect(answers).toEqual([{ message: 'hello', data: 1 }, 'through the second port'])
})

test('a reload closes the page’s ports in main, and the preload runs again', async () => {
  const before = await portClosings()
  await driven.page.evaluate(() => {
    bridge.givePort()
  })
  await driven.page.reload()
  await driven.page.getByRole('heading').waitFor()
  await expect.poll(portClosings).toBe(before + 2)
  expect(await driven.page.evaluate(() => bridge.invoke('echo', 'again'))).toEqual(['again'])
})

test('a crash closes the page’s ports in main, and loading revives the page', async () => {
  const before = await portClosings()
  await driven.page.evaluate(() => {
    bridge.givePort()
  })
  const gone = await driven.app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const crashed = new Promise((resolve) =>
      window!.webContents.once('render-process-gone', (_event, { reason }) => resolve(reason)),
    )
    window!.loadURL('chrome://crash').catch(() => undefined)
    const reason = await crashed
    await window!.loadURL('app://fixture/index.html')
    return [
      reason,
      window!.webContents.isCrashed(),
      await window!.webContents.executeJavaScript('bridge.invoke("echo", 7)'),
    ]
  })
  expect(gone).toEqual(['crashed', false, [7]])
  expect(await portClosings()).toBe(before + 1)
})
