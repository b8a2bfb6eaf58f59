import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { FrontApp } from './keystrokes.ts'
import { runProgram } from './runProgram.ts'

/** The field with the keyboard, whose length its app tells. */
export interface WatchedField {
  /**
   * Resolves to how many characters have come since, once `expected` have or no more come. Undefined
   * if the field does not tell any longer.
   */
  arrived: (expected: number) => Promise<number | undefined>
}

/** Finds the field with the keyboard in an app. Undefined if the app does not tell. */
export type WatchField = (app: FrontApp) => Promise<WatchedField | undefined>

/** An object on a bus. */
interface Place {
  bus: string
  path: string
}

const atspi = 'org.a11y.atspi'
const a11y: Place = { bus: 'org.a11y.Bus', path: '/org/a11y/bus' }
const daemon: Place = { bus: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' }
const registry: Place = { bus: `${atspi}.Registry`, path: '/org/a11y/atspi/accessible/root' }
const callMilliseconds = 1500
const stillMilliseconds = 1000
const pauseMilliseconds = 50
/** The states that a field must have: editable (7) and focused (12). */
const states = (1 << 7) | (1 << 12)
/** A match of those states, whatever the attributes, roles and interfaces (1 means all of none). */
const rule = `([${String(states)},0],1,@a{ss} {},1,@ai [],1,@as [],1,false)`
/** The roles of plain fields: text and entry. A field for passwords or a terminal is none. */
const fieldRoles = [61, 79]
/** Web pages take letters through fields that they empty at once, so those of browsers tell nothing. */
const frankToolkits = /^(gtk|qt)$/i

// Output of gdbus.
const addressSchema = z.string().transform(first(/^\('(.+)',\)$/))
const uint32Schema = z
  .string()
  .transform(first(/^\(uint32 (\d+),\)$/))
  .transform(Number)
const int32Schema = z
  .string()
  .transform(first(/^\((-?\d+),\)$/))
  .transform(Number)
const propertySchema = z.string().transform(first(/^\(<'?(.*?)'?>,\)$/))
const rangeSchema = z
  .string()
  .regex(/^\(-?\d+, -?\d+\)$/)
  .transform((text) => text.slice(1, -1).split(', ').map(Number))
const objectsSchema = z
  .string()
  .transform((text) =>
    [...text.matchAll(/\('(:[\d.]+)', (?:objectpath )?'(\/[\w/]+)'\)/g)].map(
      ([, bus = '', path = '']) => ({ bus, path }),
    ),
  )

/** Finds the field through AT-SPI, the bus on which Linux' apps describe themselves. */
export function createWatchField(run = runProgram): WatchField {
  const gdbus = async (on: readonly string[], { bus, path }: Place, call: readonly string[]) => {
    const given = ['call', ...on, '--dest', bus, '--object-path', path, '--method', ...call]
    // Its output is in the locale's encoding.
    const env = { LC_ALL: 'C.UTF-8' }
    return (await run('gdbus', given, '', { timeout: callMilliseconds, env })).trim()
  }

  return async ({ pid }) => {
    if (pid === undefined) return undefined
    try {
      // Asked for its address, a bus that nobody uses would start.
      const owned = ['org.freedesktop.DBus.NameHasOwner', a11y.bus]
      if ((await gdbus(['--session'], daemon, owned)) !== '(true,)') return undefined
      const found = await gdbus(['--session'], a11y, ['org.a11y.Bus.GetAddress'])
      const on = ['--address', addressSchema.parse(found)]
      return await watch((place, ...call) => gdbus(on, place, call), pid)
    } catch {
      // No such bus, or an app that does not answer: then nobody knows.
      return undefined
    }
  }
}

type Call = (place: Place, ...call: readonly string[]) => Promise<string>

async function watch(call: Call, pid: number): Promise<WatchedField | undefined> {
  const app = await appOf(call, pid)
  if (!app) return undefined
  const toolkit = await property(call, app, 'Application', 'ToolkitName')
  if (!frankToolkits.test(toolkit)) return undefined
  const found = await call(app, `${atspi}.Collection.GetMatches`, rule, '1', '1', 'true')
  const [field] = objectsSchema.parse(found)
  if (!field) return undefined
  const role = uint32Schema.parse(await call(field, `${atspi}.Accessible.GetRole`))
  if (!fieldRoles.includes(role)) return undefined
  const length = async (): Promise<number> =>
    Number(await property(call, field, 'Text', 'CharacterCount'))
  // The inserted text will replace the selection.
  const before = (await length()) - (await selectedLength(call, field))
  return {
    arrived: (expected) =>
      settle(async () => (await length()) - before, expected).catch(() => undefined),
  }
}

async function appOf(call: Call, pid: number): Promise<Place | undefined> {
  const apps = objectsSchema.parse(await call(registry, `${atspi}.Accessible.GetChildren`))
  // Together: whoever dictates waits for the answers.
  const owners = await Promise.allSettled(
    apps.map(async ({ bus }) =>
      uint32Schema.parse(
        await call(daemon, 'org.freedesktop.DBus.GetConnectionUnixProcessID', bus),
      ),
    ),
  )
  // An app may go meanwhile.
  return apps.find((_app, index) => {
    const owner = owners[index]
    return owner?.status === 'fulfilled' && owner.value === pid
  })
}

async function property(call: Call, place: Place, of: string, name: string): Promise<string> {
  const get = 'org.freedesktop.DBus.Properties.Get'
  return propertySchema.parse(await call(place, get, `${atspi}.${of}`, name))
}

async function selectedLength(call: Call, field: Place): Promise<number> {
  const count = int32Schema.parse(await call(field, `${atspi}.Text.GetNSelections`))
  if (count === 0) return 0
  const range = rangeSchema.parse(await call(field, `${atspi}.Text.GetSelection`, '0'))
  const [from = 0, to = 0] = range
  return to - from
}

/** Reads until enough has come, or nothing more for a while: apps handle keys late. */
async function settle(read: () => Promise<number>, expected: number): Promise<number> {
  let last = await read()
  let since = performance.now()
  while (last < expected && performance.now() - since < stillMilliseconds) {
    await delay(pauseMilliseconds)
    const now = await read()
    if (now !== last) since = performance.now()
    last = now
  }
  return last
}

/** Returns a transformation into what the first group of a pattern matches. */
function first(pattern: RegExp) {
  return (text: string, context: z.RefinementCtx): string => {
    const [, found] = pattern.exec(text) ?? []
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: 'gdbus prints something else' })
    return z.NEVER
  }
}
