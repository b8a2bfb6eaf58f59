import { describe, expect, test } from 'vitest'
import { anyMode } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

declare const bridge: Record<string, (...args: unknown[]) => unknown> & {
  nested: { list: unknown[] }
}

describe.each(anyMode)('a hostile page, %s', (mode) => {
  const driven = driveThroughout(mode)

  test('sees of the preload world only what is exposed', async () => {
    const names = await driven.page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      frame.remove()
      return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name) && name !== '0')
    })
    expect(names).toEqual(['bridge'])
    expect(await driven.page.evaluate(() => Object.keys(bridge))).toContain('invoke')
    expect(await driven.page.evaluate(() => bridge.worldGlobals!())).toEqual([
      'function',
      'object',
      'undefined',
    ])
  })

  test('can neither change nor replace what is exposed', async () => {
    const outcome = await driven.page.evaluate(() => {
      'use strict'
      const attempt = (work: () => void): string => {
        try {
          work()
          return 'changed'
        } catch (error) {
          return (error as Error).name
        }
      }
      return [
        attempt(() => (bridge.invoke = () => 'stolen')),
        attempt(() => delete (bridge as Record<string, unknown>).send),
        attempt(() => bridge.nested.list.push(2)),
        attempt(() => Object.defineProperty(window, 'bridge', { value: {} })),
        attempt(() => Object.defineProperty(bridge.invoke, 'call', { value: null })),
        attempt(() => delete (window as unknown as Record<string, unknown>).bridge),
      ]
    })
    expect(outcome).toEqual(Array(6).fill('TypeError'))
  })

  test('gets from the constructors of exposed functions only its own world', async () => {
    const found = await driven.page.evaluate(() => {
      const run = (bridge.invoke as unknown as { constructor: FunctionConstructor }).constructor
      const probe = 'return [typeof require, typeof process, typeof module, globalThis === window]'
      const viaDate = (bridge.nested as unknown as { date: Date }).date.constructor
        .constructor as FunctionConstructor
      return [run(probe)(), viaDate(probe)()] as unknown
    })
    const nothing = ['undefined', 'undefined', 'undefined', true]
    expect(found).toEqual([nothing, nothing])
  })

  test('reaches nothing by polluting prototypes', async () => {
    const found = await driven.page.evaluate(async () => {
      const taken: string[] = []
      const keep = {
        map: Array.prototype.map,
        then: Promise.prototype.then,
        get: Map.prototype.get,
      }
      Array.prototype.map = function (this: unknown[], ...args: never[]) {
        for (let index = 0; index < this.length; index++) {
          if (typeof this[index] === 'function') taken.push('function')
        }
        return Reflect.apply(keep.map, this, args) as never
      }
      EventTarget.prototype.dispatchEvent = function (event) {
        taken.push(`dispatched ${event.type}`)
        return true
      }
      Object.defineProperty(CustomEvent.prototype, 'detail', { get: () => taken.push('detail') })
      Object.defineProperty(Object.prototype, 'ipcRenderer', {
        configurable: true,
        set: () => taken.push('ipcRenderer'),
      })
      const answer = await bridge.invoke!('echo', { __proto__: { polluted: true }, own: 1 })
      Array.prototype.map = keep.map
      delete (Object.prototype as unknown as Record<string, unknown>).ipcRenderer
      return { taken, answer }
    })
    expect(found).toEqual({ taken: [], answer: [{ own: 1 }] })
    await driven.page.reload()
    await driven.page.getByRole('heading').waitFor()
  })

  test('copies values with neither prototypes nor an error’s own fields', async () => {
    const outcome = await driven.page.evaluate(async () => {
      class Custom {
        own = 1
        get inherited(): number {
          return 2
        }
      }
      const back = bridge.identity!(new Custom()) as object
      const caught = (() => {
        try {
          return bridge.fail!()
        } catch (error) {
          return error as Error
        }
      })() as Error & { code?: string }
      const later = await (bridge.failLater!() as Promise<never>).catch(
        (error: Error & { code?: string }) => error,
      )
      return {
        plain: Object.getPrototypeOf(back) === Object.prototype,
        back,
        ours: caught instanceof Error && (later as Error) instanceof Error,
        messages: [caught.message, (later as Error).message],
        fields: [caught.code, (later as { code?: string }).code],
        callback: bridge.call!((a: unknown, b: unknown) => [b, a], 1, { two: 2 }),
        same: (() => {
          const own = (): number => 1
          return bridge.identity!(own) === own
        })(),
      }
    })
    expect(outcome).toEqual({
      plain: true,
      back: { own: 1 },
      ours: true,
      messages: ['from the preload', 'later'],
      fields: [undefined, undefined],
      callback: [{ two: 2 }, 1],
      same: true,
    })
  })

  test('finds no bridge in a frame, and a frame finds none in it', async () => {
    await driven.page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<iframe src="/frame.html"></iframe><iframe srcdoc="<p>x"></iframe>',
      )
    })
    const frames = driven.page.frames
    await expect
      .poll(() => frames.call(driven.page).filter((frame) => frame.parentFrame()).length)
      .toBe(2)
    for (const frame of driven.page.frames().slice(1)) {
      expect(
        await frame.evaluate(() => typeof (window as unknown as { bridge: unknown }).bridge),
      ).toBe('undefined')
    }
    const fresh = await driven.page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      const inner = frame.contentWindow as unknown as Record<string, unknown>
      return [
        typeof inner.bridge,
        Object.getOwnPropertyNames(inner).filter((name) =>
          /^(post|receive)[0-9a-f-]{36}$/.test(name),
        ),
      ]
    })
    expect(fresh).toEqual(['undefined', []])
  })

  test('lends its world to functions of the preload script, and copies what they return', async () => {
    expect(await driven.page.evaluate(() => bridge.executed!())).toEqual(['object', 2])
    await expect(driven.page.evaluate(() => bridge.executedBadly!())).rejects.toThrow('not there')
  })
})
