import { expect, test } from 'vitest'
import { openPreviews } from '../../../src/main/previews/openPreviews.ts'

function open() {
  const runtime = { inPage: (address: string) => address } as Parameters<
    typeof openPreviews
  >[0]['runtime']
  const previews = openPreviews({ runtime }, { appOrigin: 'app://parley' })
  const { open: keep, close } = previews.handlers()!
  const caller = {} as Parameters<typeof keep>[1]
  return {
    previews,
    keep: async (text: string, kind: 'html' | 'svg' = 'html') => keep({ kind, text }, caller),
    close: async (previewId: string) => close({ previewId }, caller),
    get: (url: string) => previews.serve(new Request(url)),
  }
}

test('a document is served once, at an address of its own, and its frame loads once', async () => {
  const { previews, keep, get } = open()
  const [first, second] = [await keep('<p>one'), await keep('<p>two')]
  expect(first.address).not.toBe(second.address)
  expect(previews.admits(first.address)).toBe(true)
  expect(previews.admits(first.address)).toBe(false)
  expect(previews.admits('preview://0/')).toBe(false)
  expect((await get(`${first.address}other`)).status).toBe(404)
  const answer = await get(first.address)
  expect(await answer.text()).toBe('<p>one')
  expect((await get(first.address)).status).toBe(404)
  expect(previews.admits(first.address)).toBe(false)
})

test('the policy names no address, gives no origin, and stands on refusals as well', async () => {
  const { keep, get } = open()
  const { address } = await keep('<p>one')
  for (const url of [address, address]) {
    const policy = (await get(url)).headers.get('content-security-policy') ?? ''
    const parts = Object.fromEntries(
      policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2) as [string, string]),
    )
    const { 'frame-ancestors': ancestors, sandbox, ...sources } = parts
    expect(ancestors).toBe('app://parley')
    expect(sandbox).toBe('allow-scripts allow-forms')
    expect(sources['default-src']).toBe("'none'")
    expect(sources).not.toHaveProperty('connect-src')
    for (const allowed of Object.values(sources)) {
      expect(allowed).toMatch(/^(?:'none'|'unsafe-inline'|data:(?: blob:)?)$/)
    }
  }
})

test('a closed or forgotten document is served to nobody', async () => {
  const { previews, keep, close, get } = open()
  const closed = await keep('<p>closed')
  await close(closed.previewId)
  expect(previews.admits(closed.address)).toBe(false)
  expect((await get(closed.address)).status).toBe(404)
  const oldest = await keep('<p>oldest')
  for (let count = 0; count < 10; count += 1) await keep('<p>newer')
  expect((await get(oldest.address)).status).toBe(404)
})

test('a drawing is served within a document', async () => {
  const { keep, get } = open()
  const answer = await get((await keep('<svg></svg>', 'svg')).address)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toMatch(/^<!doctype html>.*<svg><\/svg>$/)
})
