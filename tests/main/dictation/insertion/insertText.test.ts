import type { ClipboardItem } from 'electron'
import { describe, expect, test } from 'vitest'
import {
  createHeldClipboard,
  type ClipboardPart,
} from '../../../../src/main/dictation/insertion/heldClipboard.ts'
import { createInserter } from '../../../../src/main/dictation/insertion/insertText.ts'
import type { FrontApp } from '../../../../src/main/dictation/insertion/keystrokes.ts'

/** A clipboard with one item, as Electron's has it. */
function memoryClipboard() {
  let content: ClipboardItem[] = []
  const makeItem = (payloads: Record<string, unknown>): ClipboardItem =>
    ({
      types: Object.keys(payloads),
      getType: async (type: string) => {
        const payload = await payloads[type]
        return payload instanceof Blob ? payload : new Blob([String(payload)])
      },
    }) as ClipboardItem
  const part: ClipboardPart = {
    read: () => Promise.resolve(content),
    write: (items) => Promise.resolve(void (content = items)),
    writeText: (text) => Promise.resolve(void (content = [makeItem({ 'text/plain': text })])),
    clear: () => void (content = []),
  }
  return {
    held: createHeldClipboard(part, makeItem),
    copy: (payloads: Record<string, unknown>) => (content = [makeItem(payloads)]),
    types: () => content.flatMap((item) => item.types),
    text: async (type = 'text/plain') => {
      const [item] = content
      const blob = item?.types.includes(type) ? await item.getType(type) : null
      return blob instanceof Blob ? blob.text() : null
    },
  }
}

function inserting(front: FrontApp | null, paste: () => Promise<void> = () => Promise.resolve()) {
  const clipboard = memoryClipboard()
  const primary = memoryClipboard()
  const pasted: (string | null)[] = []
  const inserter = createInserter({
    clipboard: clipboard.held,
    primarySelection: primary.held,
    keystrokes: {
      program: null,
      front: () => Promise.resolve(front),
      paste: async () => {
        await paste()
        pasted.push(await clipboard.text())
      },
      copy: () => Promise.resolve(),
      type: (text) => Promise.resolve(void pasted.push(text)),
    },
    compose: () => undefined,
    log: () => undefined,
  })
  return { inserter, clipboard, primary, pasted }
}

describe('paste', () => {
  test('puts everything back that was there, in all formats', async () => {
    const { inserter, clipboard, pasted } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'mine', 'text/html': '<b>mine</b>', 'image/png': 'bytes' })
    expect(await inserter.insert('Hello.', 'paste')).toBe('pasted')
    expect(pasted).toEqual(['Hello.'])
    await inserter.flush()
    expect(clipboard.types()).toEqual(['text/plain', 'text/html', 'image/png'])
    expect(await clipboard.text('text/html')).toBe('<b>mine</b>')
  })

  test('marks the text as none of the clipboard histories’ business', async () => {
    const { inserter, clipboard } = inserting({ id: '' })
    await inserter.insert('Hello.', 'paste')
    const marks = clipboard.types().join(' ')
    for (const mark of ['x-kde-passwordManagerHint', 'ConcealedType', 'ExcludeClipboardContent']) {
      expect(marks).toContain(mark)
    }
  })

  test('leaves alone what was copied meanwhile', async () => {
    const { inserter, clipboard } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'before' })
    await inserter.insert('Hello.', 'paste')
    clipboard.copy({ 'text/plain': 'copied meanwhile' })
    await inserter.flush()
    expect(await clipboard.text()).toBe('copied meanwhile')
  })

  test('twice in a row puts back what was there before the first', async () => {
    const { inserter, clipboard } = inserting({ id: 'gedit' })
    clipboard.copy({ 'text/plain': 'before' })
    await inserter.insert('One.', 'paste')
    await inserter.insert('Two.', 'paste')
    await inserter.flush()
    expect(await clipboard.text()).toBe('before')
  })

  test('into a terminal runs nothing', async () => {
    const { inserter, primary, pasted } = inserting({ id: 'xterm' })
    await inserter.insert('echo one\nrm two\u001b[A', 'paste')
    expect(pasted).toEqual(['echo one rm two[A'])
    expect(await primary.text()).toBe('echo one rm two[A')
    await inserter.flush()
    expect(await primary.text()).toBeNull()
  })

  test.each([
    ['nothing has the keyboard', null, undefined],
    ['no key can be pressed', { id: '' }, () => Promise.reject(new Error('xdotool is missing'))],
  ])('leaves the text in the clipboard where %s', async (_case, front, paste) => {
    const { inserter, clipboard } = inserting(front, paste)
    expect(await inserter.insert('Hello.', 'paste')).toBe('waitsInClipboard')
    await inserter.flush()
    expect(await clipboard.text()).toBe('Hello.')
  })
})

test('type presses the text, and copy leaves it', async () => {
  const { inserter, clipboard, pasted } = inserting({ id: 'gedit' })
  expect(await inserter.insert('Typed.', 'type')).toBe('typed')
  expect(pasted).toEqual(['Typed.'])
  expect(await inserter.insert('Copied.', 'copy')).toBe('copied')
  expect(await clipboard.text()).toBe('Copied.')
})
