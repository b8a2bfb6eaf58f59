import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

const lighthouse = `# The lighthouse

The keeper trims the wick every evening before the lamp is lit.

## Storms

In a storm the bell is rung by hand, once every minute.
`

function writeFiles(files: Record<string, string | Uint8Array>): (name: string) => string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return (name) => join(folder, name)
}

test('a text file becomes ready, and a search finds its passage at its place', async () => {
  const { create, handlers, caller, untilDone, list } = openTestKnowledge()
  const path = writeFiles({ 'lighthouse.md': lighthouse })
  const baseId = await create()
  const added = await handlers.addPaths({ baseId, paths: [path('lighthouse.md')] }, caller)
  expect(added).toEqual({ added: 1 })
  const base = await untilDone(baseId)
  expect(base).toMatchObject({ counts: { ready: 1, failed: 0 }, space: null, nextSpace: null })
  expect(base.passages).toBeGreaterThan(0)
  const [source] = await list(baseId)
  expect(source).toMatchObject({ kind: 'file', name: 'lighthouse.md', status: { state: 'ready' } })
  const query = { baseIds: [baseId], query: 'Who rings the bell?', filter: {}, limit: 5 }
  const { hits, wordsOnly } = await handlers.search(query, caller)
  expect(wordsOnly).toBe('noEmbedder')
  const [hit] = hits
  expect(hit?.text).toContain('the bell is rung by hand')
  if (!hit) return
  const { start, end } = hit.place
  const given = { baseId, sourceId: hit.place.sourceId, start, end }
  expect((await handlers.text(given, caller)).text).toBe(hit.text)
  const located = await handlers.locate({ place: hit.place, passage: hit.text }, caller)
  expect(located).toMatchObject({ state: 'same', place: { start, end } })
  const claim = 'In fog one rings a bell by hand'
  const rung = await handlers.locate({ place: hit.place, passage: hit.text, claim }, caller)
  expect(rung.state).toBe('same')
  if (rung.state !== 'same') return
  const sentence = { ...given, start: rung.place.start, end: rung.place.end }
  const { text } = await handlers.text(sentence, caller)
  expect(text).toContain('the bell is rung by hand')
  expect(text.length).toBeLessThan(hit.text.length)
})

test('a file that can not be read has its reason, and the rest goes on', async () => {
  const { create, handlers, caller, untilDone, list } = openTestKnowledge()
  const path = writeFiles({
    'a.md': lighthouse,
    'b.bin': new Uint8Array([0, 1, 2, 3, 0, 255, 0]),
    'c.txt': '',
    'd.md': 'The ferry leaves at noon.',
    'e.txt': 'Soon gone.',
    'f.md': lighthouse,
  })
  const baseId = await create()
  rmSync(path('e.txt'))
  writeFileSync(path('e.txt'), 'Soon gone.')
  const paths = ['a.md', 'b.bin', 'c.txt', 'd.md', 'f.md'].map(path)
  await handlers.addPaths({ baseId, paths }, caller)
  await untilDone(baseId)
  const states = (await list(baseId)).map(({ name, status }) => [name, status])
  expect(states).toMatchObject([
    ['a.md', { state: 'ready' }],
    ['b.bin', { state: 'skipped', reason: 'binary' }],
    ['c.txt', { state: 'skipped', reason: 'empty' }],
    ['d.md', { state: 'ready' }],
    ['f.md', { state: 'skipped', reason: 'duplicate' }],
  ])
})

test('a note is found by its words, and by its new words after a change', async () => {
  const { create, handlers, caller, untilDone } = openTestKnowledge()
  const baseId = await create()
  const note = { baseId, sourceId: null, title: 'Trip', text: 'Bring the umbrella.' }
  const saved = await handlers.saveNote(note, caller)
  await untilDone(baseId)
  const search = async (query: string) => {
    const found = { baseIds: [baseId], query, filter: {}, limit: 5 }
    return (await handlers.search(found, caller)).hits
  }
  const [hit] = await search('umbrella')
  expect(hit).toMatchObject({ sourceName: 'Trip', sourceKind: 'note' })
  await handlers.saveNote({ ...note, sourceId: saved.id, text: 'Bring the sunglasses.' }, caller)
  await untilDone(baseId)
  expect(await search('umbrella')).toEqual([])
  expect(await search('sunglasses')).toHaveLength(1)
  if (!hit) return
  const located = await handlers.locate({ place: hit.place, passage: hit.text }, caller)
  expect(located).toEqual({ state: 'changed' })
})

test('what is removed is found no more, and its base can go', async () => {
  const { create, handlers, caller, untilDone, list } = openTestKnowledge()
  const path = writeFiles({ 'a.md': lighthouse, 'b.md': 'The bell of the ferry.' })
  const baseId = await create()
  await handlers.addPaths({ baseId, paths: [path('a.md'), path('b.md')] }, caller)
  await untilDone(baseId)
  const [first] = await list(baseId)
  await handlers.removeSources({ baseId, sourceIds: [first?.id ?? ''] }, caller)
  await untilDone(baseId)
  const query = { baseIds: [baseId], query: 'bell', filter: {}, limit: 5 }
  const { hits } = await handlers.search(query, caller)
  expect(hits.map(({ sourceName }) => sourceName)).toEqual(['b.md'])
  await handlers.remove({ baseId }, caller)
  expect(await handlers.bases({}, caller)).toEqual([])
  await expect(handlers.search(query, caller)).rejects.toMatchObject({ code: 'baseMissing' })
})

test('a page tells of changes, at most four times a second', async () => {
  const { create, handlers, caller, untilDone, changed } = openTestKnowledge()
  const names = Array.from({ length: 40 }, (_, index) => `${String(index)}.txt`)
  const path = writeFiles(
    Object.fromEntries(names.map((name) => [name, `Number ${name} of all the papers`])),
  )
  const baseId = await create()
  const began = performance.now()
  await handlers.addPaths({ baseId, paths: names.map(path) }, caller)
  await untilDone(baseId)
  const quarters = Math.ceil((performance.now() - began) / 250) + 1
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.length).toBeLessThanOrEqual(quarters)
})
