import type { ReplyEvent } from '../reply.ts'
import { isQuotedTag } from './isQuotedTag.ts'

type Delta = Extract<ReplyEvent, { type: 'text' | 'reasoning' | 'textWasReasoning' }>

/** The limit of white space held back while a tag may follow. */
const maxHeldLength = 10_000
/** Reasoning without an opening tag is looked for in this many characters of text. */
const maxUnopenedLength = 1_000_000

const openTags = ['<think>', '<thinking>', '<thought>'] as const
const closeTags = ['</think>', '</thinking>', '</thought>'] as const

export interface ThinkTagReader {
  /** Takes the next piece of text, split at any place. Holds back what may be part of a tag. */
  push: (text: string) => Delta[]
  end: () => Delta[]
}

/**
 * Extracts reasoning that some servers leave in the text between tags. Reads opening tags only at
 * the very start: later ones belong to the answer.
 *
 * Some templates open the reasoning in the prompt, so that the answer holds the closing tag alone.
 * The text before it has been reported by then: `textWasReasoning` says what it was. With
 * `findsUnopened` false, a closing tag alone is text.
 */
export function createThinkTagReader({ findsUnopened = true } = {}): ThinkTagReader {
  let state: 'start' | 'reasoning' | 'afterReasoning' | 'unopened' | 'text' = 'start'
  let held = ''
  let closeTag = ''
  let reasoned = false
  /** The text reported so far, while a closing tag may still follow. */
  let told = ''

  function push(text: string): Delta[] {
    if (state === 'text') return text === '' ? [] : [{ type: 'text', text }]
    held += text
    if (state === 'start') return readStart()
    if (state === 'reasoning') return readReasoning()
    if (state === 'unopened') return readUnopened(false)
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
    if (mayBegin && held.length <= maxHeldLength) return []
    if (!findsUnopened) return release('text')
    state = 'unopened'
    return readUnopened(false)
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
    const kept = Math.min(heldBack(held, [closeTag], true), maxHeldLength)
    const given = held.slice(0, held.length - kept)
    held = held.slice(given.length)
    return deltas('reasoning', given)
  }

  /** Reports text until a closing tag shows that it was reasoning. */
  function readUnopened(ended: boolean): Delta[] {
    if (told.length > maxUnopenedLength) return release('text')
    const { at, tag } = firstOf(closeTags, held)
    if (at < 0) {
      const kept = ended ? 0 : heldBack(held, closeTags, false)
      return tell(held.slice(0, held.length - kept))
    }
    const before = told + held.slice(0, at)
    const after = held.slice(at + tag.length)
    // The rest of the line decides: the tag may only be quoted in the text.
    if (after === '' && !ended) return tell(held.slice(0, at))
    if (openTags.some((open) => before.includes(open)) || isQuotedTag(before, after)) {
      return release('text')
    }
    const moved = tell(held.slice(0, at).trimEnd())
    const wasTold = told !== ''
    held = after
    told = ''
    state = 'afterReasoning'
    return [...moved, ...(wasTold ? [{ type: 'textWasReasoning' as const }] : []), ...readAfter()]
  }

  function tell(text: string): Delta[] {
    held = held.slice(text.length)
    told += text
    return deltas('text', text)
  }

  /** Drops blank lines between the reasoning and the answer. */
  function readAfter(): Delta[] {
    held = held.trimStart()
    return held === '' ? [] : release('text')
  }

  function release(type: 'text' | 'reasoning'): Delta[] {
    const text = held
    held = ''
    told = ''
    state = 'text'
    return deltas(type, text)
  }

  function end(): Delta[] {
    if (state !== 'unopened') return release(state === 'reasoning' ? 'reasoning' : 'text')
    const found = readUnopened(true)
    return [...found, ...release('text')]
  }

  return { push, end }
}

function deltas(type: 'text' | 'reasoning', text: string): Delta[] {
  return text === '' ? [] : [{ type, text }]
}

/** Returns the first of the tags in a text, and its index; -1 if there is none. */
function firstOf(tags: readonly string[], text: string): { at: number; tag: string } {
  let first = { at: -1, tag: '' }
  for (const tag of tags) {
    const at = text.indexOf(tag)
    if (at >= 0 && (first.at < 0 || at < first.at)) first = { at, tag }
  }
  return first
}

/**
 * Returns the number of trailing characters that may be part of an incomplete tag, with the white
 * space before it if wanted.
 */
function heldBack(text: string, tags: readonly string[], withSpace: boolean): number {
  let part = 0
  const longest = Math.max(...tags.map((tag) => tag.length)) - 1
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(-length)
    if (tags.some((tag) => tag.length > length && tag.startsWith(end))) {
      part = length
      break
    }
  }
  if (!withSpace) return part
  const before = text.slice(0, text.length - part)
  return part + before.length - before.trimEnd().length
}
