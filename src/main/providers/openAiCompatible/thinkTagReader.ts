import type { ReplyEvent } from '../provider.ts'

type Delta = Extract<ReplyEvent, { type: 'text' | 'reasoning' }>

/** The limit of white space held back while a tag may follow. */
const heldLengthMaximum = 10_000

const openTags = ['<think>', '<thinking>', '<thought>'] as const

export interface ThinkTagReader {
  /** Takes the next piece of text, split at any place. Holds back what may be part of a tag. */
  push: (text: string) => Delta[]
  end: () => Delta[]
}

/**
 * Extracts reasoning that some servers leave in the text between tags. Reads tags only at the very
 * start: later ones belong to the answer.
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
    // The white space before the closing tag is dropped with it, so it is held back too.
    const kept = Math.min(heldBack(held, closeTag), heldLengthMaximum)
    const given = held.slice(0, held.length - kept)
    held = held.slice(given.length)
    return deltas('reasoning', given)
  }

  /** Drops blank lines between the reasoning and the answer. */
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

/** Returns the number of trailing characters that may be part of an incomplete closing tag. */
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
