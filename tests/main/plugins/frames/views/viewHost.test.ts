import { expect, test } from 'vitest'
import type { Frame } from '../../../../../src/main/plugins/frames/frameHosts.ts'
import { createViewHost } from '../../../../../src/main/plugins/frames/views/viewHost.ts'

/** Opens a view whose user answers each question when the test does. */
function openView() {
  const done: string[] = []
  const asked: ((word: boolean) => void)[] = []
  const ask = () => new Promise<boolean>((resolve) => asked.push(resolve))
  const ended = new AbortController()
  const frame = { pluginId: 'board', ended } as Frame
  const host = createViewHost(frame, 'message', {
    plugins: {
      readResource: () => expect.unreachable(),
      callFromView: () => expect.unreachable(),
    },
    questions: {
      askCall: () => expect.unreachable(),
      askLink: () => expect.unreachable(),
      askDraft: ask,
      askSave: ask,
    },
    saveFile: (name) => Promise.resolve(done.push(`saved ${name}`) > 0),
    onDrafted: (text) => void done.push(`drafted ${text}`),
    onTold: (text) => void done.push(`told ${text}`),
    onResized: () => expect.unreachable(),
  })
  return { host, done, asked, ended }
}

const file = (uri: string) => ({ type: 'resource' as const, resource: { uri, text: 'x' } })

test('one message is proposed at a time, and reaches the draft by the user’s word alone', async () => {
  const { host, done, asked } = openView()
  const first = host.propose('one')
  expect(await host.propose('two')).toBe(false)
  asked.shift()?.(false)
  expect(await first).toBe(false)
  const second = host.propose('three')
  asked.shift()?.(true)
  expect(await second).toBe(true)
  expect(done).toEqual(['drafted three'])
  expect(await host.propose('x'.repeat(20_001))).toBe(false)
})

test('nothing is saved that the user does not want, nor once the view is gone', async () => {
  const { host, done, asked, ended } = openView()
  const first = host.save([file('x:/a.txt')])
  expect(await host.save([file('x:/b.txt')])).toBe(false)
  await expect.poll(() => asked.length).toBe(1)
  asked.shift()?.(true)
  expect(await first).toBe(true)
  const second = host.save([file('x:/c.txt')])
  await expect.poll(() => asked.length).toBe(1)
  ended.abort()
  asked.shift()?.(true)
  expect(await second).toBe(false)
  expect(done).toEqual(['saved a.txt'])
})

test('of what a view tells several times in a row the last is kept', async () => {
  const { host, done } = openView()
  await Promise.all(['one', 'two', 'three'].map((text) => host.tellModel(text)))
  await host.tellModel('four')
  expect(done).toEqual(['told three', 'told four'])
  await expect(host.tellModel('x'.repeat(20_001))).rejects.toMatchObject({ code: 'tooHeavy' })
})
