import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '../../../src/main/settings/settingsFile.ts'
import { settingsSchema } from '../../../src/shared/settings.ts'

/**
 * The settings files of every schema change, as Parley wrote them then, without default values. A
 * change of a schema adds a file; existing files never change.
 */
const folder = join(import.meta.dirname, 'earlier')
const names = readdirSync(folder)
const newest = 'shortcuts.json'

const fieldsSchema = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof fieldsSchema>

function read(name: string): Fields {
  return fieldsSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

function load(fields: Fields) {
  const target = mkdtempSync(join(tmpdir(), 'parley-earlier-'))
  writeFileSync(join(target, 'settings.json'), JSON.stringify(fields))
  return loadSettings(target, new Date())
}

/** Returns the paths of all fields that have a default, however deep. */
function pathsOf(value: unknown, defaults: unknown, path: string): string[] {
  const known = fieldsSchema.safeParse(defaults)
  const fields = fieldsSchema.safeParse(value)
  if (!known.success || !fields.success) return [path]
  return Object.keys(known.data).flatMap((name) =>
    pathsOf(fields.data[name], known.data[name], `${path}/${name}`),
  )
}

/** Returns the fields without the one at a path, or with another value there. */
function change(fields: Fields, path: string, value?: unknown): Fields {
  const [name = '', ...rest] = path.split('/').slice(1)
  const { [name]: old, ...others } = fields
  if (rest.length > 0) {
    return { ...fields, [name]: change(fieldsSchema.parse(old), `/${rest.join('/')}`, value) }
  }
  return value === undefined ? others : { ...fields, [name]: value }
}

const defaults = settingsSchema.parse({})
const paths = pathsOf(read(newest), defaults, '')
/** Nothing in the rest may be replaced. */
const fallingBack = paths.filter((path) => path !== '/oldKeyOrigins')

test.each(names)('nothing of %s is lost', (name) => {
  const { settings, damage } = load(read(name))
  expect(damage).toBeNull()
  expect(settings).toMatchObject(read(name))
})

test('the newest file has every field of the settings, none as it is by default', () => {
  expect(Object.keys(read(newest)).sort()).toEqual(Object.keys(defaults).sort())
  for (const path of paths) {
    expect(load(change(read(newest), path)).settings, path).not.toEqual(read(newest))
  }
})

test.each(paths)('a file from before there was %s keeps all the rest', (path) => {
  const before = change(read(newest), path)
  const { settings, damage } = load(before)
  expect(damage).toBeNull()
  expect(settings).toMatchObject(before)
})

test.each(fallingBack)('a %s that can not be read falls back alone', (path) => {
  const damaged = load(change(read(newest), path, { no: ['such', 'thing'] }))
  expect(damaged.damage).toMatchObject({ code: 'settingsDamaged' })
  expect(damaged.settings).toEqual(load(change(read(newest), path)).settings)
})

test('one entry of a list or record that can not be read goes alone', () => {
  const whole = load(read(newest)).settings
  const { settings } = load({
    ...read(newest),
    favouriteModels: [{ providerId: 7 }, ...whole.favouriteModels, null],
    providers: [{ id: 'x' }, { ...whole.providers[0], moderation: 'maybe', extraModels: [1, 'm'] }],
    dictation: { ...whole.dictation, modes: { editor: 'code', terminal: 'shout' } },
  })
  expect(settings).toEqual({
    ...whole,
    providers: [{ ...whole.providers[0], moderation: false, extraModels: ['m'] }],
    dictation: { ...whole.dictation, modes: { editor: 'code' } },
  })
})
