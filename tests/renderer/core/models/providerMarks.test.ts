import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import localServers from '../../../../resources/localServers.json' with { type: 'json' }
import services from '../../../../resources/presets.json' with { type: 'json' }
import { projectRoot } from '../../../../scripts/projectRoot.mjs'
import { markOf } from '../../../../src/renderer/core/models/providerMarks.ts'

/** Makers whose mark is in neither package: they keep the letter. */
const withoutMark = ['llamacpp', 'localai', 'jan', 'koboldcpp']

const ids = [...services, ...localServers].map(({ id }) => id)

test('every provider of the tables has its maker’s mark, or is known to have none', () => {
  expect(ids.filter((id) => markOf(id) === undefined)).toEqual(withoutMark)
  expect(['', 'toString', null, undefined].map(markOf)).toEqual(Array(4).fill(undefined))
})

test.for(ids.filter((id) => !withoutMark.includes(id)))('the mark of %s is one color', (id) => {
  const picture = read(markOf(id) ?? '')
  expect(picture).toMatch(/^(?:<!--.*-->\s*)?<svg [^>]*fill=["']currentColor["']/)
  expect(picture).not.toMatch(/<(?:script|style|image|use|filter)|url\(|fill=["']#/)
  // It is drawn at once, wherever it is.
  expect(picture.length).toBeLessThan(8000)
})

/** Vite gives small pictures as their text when it does not build. */
function read(address: string): string {
  const [, text] = /^data:image\/svg\+xml,(.*)$/s.exec(address) ?? []
  return text ? decodeURIComponent(text) : readFileSync(join(projectRoot, address), 'utf8')
}
