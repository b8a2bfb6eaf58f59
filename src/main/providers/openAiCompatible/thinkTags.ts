import type { ReplyEvent } from '../provider.ts'

type Delta = Extract<ReplyEvent, { type: 'text' | 'reasoning' }>

/** White space that is held back in case a tag comes; more of it is no margin. */
const heldLengthMaximum = 10_000

const openTags = ['<think>', '<thinking>', '<thought>'] as const

export interface ThinkTagReader {
  /** The next piece of the text, however it was cut; what may yet be a tag is held back. */
  push: (text: string) => Delta[]
  end: () => Delta[]
}

/**
 * Takes the reasoning that some servers leave in the text between tags. Only at the very start:
 * later on, a tag is something that the answer is about.
 */
export function createThinkTagReader(): ThinkTagReader {
  let state: 'start' | 'reasoning' | 'afterReasoning' | 'text' = 'start'
  let held = ''
  let closeTag = ''
  let reasoned = false

  function push(text: string): Delta[] {
    if (state === 'text') return text === '' ? [] : [{ type: 'text', text }]
    held += text
    if (state === 'start') return readStart()
    if (state === 'reasoning') return readReasoning()
    return readAfter()
  }

  function readStart(): Delta[] {
    const begin = held.trimStart()
    const tag = openTags.find((open) => begin.startsWith(open))
    if (tag !== undefined) {
      state = 'reasoning'
      closeTag = tag.replace('<', '</')
      held = begin.slice(tag.length)
      return readReasoning()
    }
    const mayBegin = begin === '' || openTags.some((open) => open.startsWith(begin))
    if (mayBegin && held.length <= heldLengthMaximum) return []
    return release('text')
  }

  function readReasoning(): Delta[] {
    if (!reasoned) held = held.trimStart()
    reasoned ||= held !== ''
    const close = held.indexOf(closeTag)
    if (close >= 0) {
      const reasoning = held.slice(0, close).trimEnd()
      held = held.slice(close + closeTag.length)
      state = 'afterReasoning'
      return [...deltas('reasoning', reasoning), ...readAfter()]
    }
    // The white space before the closing tag goes with it, so it waits as well.
    const kept = Math.min(heldBack(held, closeTag), heldLengthMaximum)
    const given = held.slice(0, held.length - kept)
    held = held.slice(given.length)
    return deltas('reasoning', given)
  }

  /** Drops the empty lines between the reasoning and the answer. */
  function readAfter(): Delta[] {
    held = held.trimStart()
    return held === '' ? [] : release('text')
  }

  function release(type: Delta['type']): Delta[] {
    const text = held
    held = ''
    state = 'text'
    return deltas(type, text)
  }

  return {
    push,
    end: () => release(state === 'reasoning' ? 'reasoning' : 'text'),
  }
}

function deltas(type: Delta['type'], text: string): Delta[] {
  return text === '' ? [] : [{ type, text }]
}

/** How many of the last characters may belong to a closing tag that has not come whole. */
function heldBack(text: string, closeTag: string): number {
  let tag = 0
  for (let length = Math.min(closeTag.length - 1, text.length); length > 0; length -= 1) {
    if (closeTag.startsWith(text.slice(-length))) {
      tag = length
      break
    }
  }
  const before = text.slice(0, text.length - tag)
  return tag + before.length - before.trimEnd().length
}
