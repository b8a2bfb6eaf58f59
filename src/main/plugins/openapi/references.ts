import { isObject, textOf, type JsonObject } from '../../../shared/json.ts'
import { documentError } from './documentError.ts'

/** A longer chain of references, each leading to the next, is one without an end. */
const maxChainLength = 50

/** Looks up the local references (`#/…`) of a document. */
export interface References {
  /** Returns what a reference stands for. Errors: pluginManifestInvalid. */
  find: (reference: string) => unknown
  /** Returns a value, or what it refers to, as an object; undefined for anything else. */
  follow: (value: unknown) => JsonObject | undefined
}

export function createReferences(document: JsonObject): References {
  function find(reference: string): unknown {
    // Other documents are not read: neither from the network nor from this machine.
    if (!reference.startsWith('#')) {
      throw documentError('$ref', `The reference “${reference}” leads to another document`)
    }
    let value: unknown = document
    for (const step of stepsOf(reference)) {
      const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
      if (!isThere) throw documentError('$ref', `The reference “${reference}” leads nowhere`)
      value = (value as JsonObject)[step]
    }
    return value
  }

  return {
    find,
    follow(value) {
      let target = value
      for (let links = 0; isObject(target) && typeof target['$ref'] === 'string'; links += 1) {
        if (links > maxChainLength) {
          throw documentError('$ref', `The reference “${target['$ref']}” leads back to itself`)
        }
        target = find(target['$ref'])
      }
      return isObject(target) ? target : undefined
    },
  }
}

function stepsOf(reference: string): string[] {
  const [, ...steps] = reference.slice(1).split('/')
  return steps.map((step) => unescapePercent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function unescapePercent(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** Returns the entries of an object, or of what a value refers to. */
export function entriesOf(references: References, value: unknown): [string, unknown][] {
  return Object.entries(references.follow(value) ?? {})
}

/** Returns a text, shortened; empty for anything else. */
export function shortText(value: unknown, maxLength: number): string {
  const text = textOf(value).trim()
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).toWellFormed()}…`
}
