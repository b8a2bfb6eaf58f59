import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { errorActions, toWire, type ErrorCode } from '../../../src/shared/errors.ts'
import { createUpdates } from '../../../src/main/updates/updates.ts'
import type { UpdateState } from '../../../src/shared/updates.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import * as given from './updateServer.ts'

type Answer = given.Answer
const { sends, portal } = given
const redirects = (location: string): Answer => sends('', 302, { location })
const hangs: Answer = () => undefined
const cuts: Answer = (response) => {
  response.writeHead(200, { 'content-length': given.update.length })
  response.write(given.update.subarray(0, 1000), () => response.destroy())
}
const good = given.signed(given.channelText())
const isStrangers = given.signed(given.channelText(), given.strangersKeys)
const isOfMac = given.signed(given.channelText(), { name: 'latest-mac.yml' })
const changed = (fields: given.ChannelFields): Answer =>
  sends(given.signed(given.channelText(fields)))

/** A good file that was signed before now, or after it. */
const signedAt = (distanceMs: number) =>
  given.signed(given.channelText(), { at: given.now + distanceMs })

/** The answers to the two requests of an update, and the failure that the user reads. */
const failures: [name: string, channel: Answer, update: Answer, code: ErrorCode][] = [
  ['another content', sends(good), sends(Buffer.alloc(given.update.length)), 'updateDamaged'],
  ['a longer file', sends(good), sends(Buffer.alloc(300_000)), 'updateDamaged'],
  ['a cut file', sends(good), cuts, 'updateDamaged'],
  ['a portal before the file', sends(good), portal, 'updateDamaged'],
  ['a file that is gone', sends(good), sends('', 404), 'updateMissing'],
  ['a failing server of files', sends(good), sends('', 500), 'serverError'],
  ['a file that hangs', sends(good), hangs, 'timeout'],
  ['a file elsewhere', sends(good), redirects('https://elsewhere.example/x'), 'updateElsewhere'],
  ['a missing channel', sends('', 404), hangs, 'updateMissing'],
  ['a failing channel', sends('', 500), hangs, 'serverError'],
  ['a portal', portal, hangs, 'updateUnreadable'],
  ['a channel that hangs', hangs, hangs, 'timeout'],
  ['a channel elsewhere', redirects('http://elsewhere.example/'), hangs, 'updateElsewhere'],
  ['no signature', sends(given.channelText()), hangs, 'updateUntrusted'],
  ['a stranger’s signature', sends(isStrangers), hangs, 'updateUntrusted'],
  ['a changed file', sends(good.replace('1.3.0', '1.4.0')), hangs, 'updateUntrusted'],
  ['another platform’s file', sends(isOfMac), hangs, 'updateUntrusted'],
  ['a text after the signature', sends(`${good}version: 9.9.9\n`), hangs, 'updateUntrusted'],
  ['an older version', changed({ version: '1.1.9' }), hangs, 'updateOlder'],
  ['a file that has expired', sends(signedAt(-90 * given.dayMs)), hangs, 'updateExpired'],
  ['a file of the day after tomorrow', sends(signedAt(2 * given.dayMs)), hangs, 'updateClock'],
  ['a path out of the folder', changed({ url: '../../x.deb' }), hangs, 'updateUnreadable'],
  ['no hash', changed({ sha512: 'none' }), hangs, 'updateUnreadable'],
  ['an endless file', changed({ size: 1e12 }), hangs, 'updateUnreadable'],
]

/** Serves on loopback until the test ends. */
async function serve(listener: RequestListener): Promise<Server> {
  const server = await given.startServer(listener)
  onTestFinished(() => given.stopServer(server))
  return server
}

let close: () => void = () => undefined
afterEach(() => close())

/** Looks for an update with these answers. */
async function look(channel: Answer, file: Answer) {
  const folder = temporaryFolder()
  const requests: IncomingMessage[] = []
  const server = await serve((request, response) => {
    requests.push(request)
    const answer = request.url === given.channelPath ? channel : file
    answer(response)
  })
  const states: UpdateState[] = []
  const updates = createUpdates({
    source: 'channel',
    loadUpdater: () => Promise.resolve(given.openUpdater(server, folder)),
    isAutomatic: () => true,
    isBusy: () => false,
    copyHistory: () => Promise.reject(new Error('Nothing is installed here')),
    onChanged: (state) => states.push(state),
    log: () => undefined,
  })
  close = updates.close
  const state = await updates.check()
  return { state, states, requests, pending: join(folder, 'parley-updater', 'pending') }
}

test('a newer version is downloaded, and tells what is new', async () => {
  const { state, states, requests, pending } = await look(sends(good), sends(given.update))
  expect(state).toMatchObject({ phase: 'ready', version: '1.3.0', failure: null })
  expect(state.notes).toContain('## Faster')
  expect(states.map(({ phase }) => phase)).toContain('downloading')
  expect(readFileSync(join(pending, given.updatePath.slice(1)))).toEqual(given.update)
  // The server learns nothing but that Parley asks.
  expect(requests.map(({ url }) => url)).toEqual([given.channelPath, given.updatePath])
  for (const { headers } of requests) {
    expect(Object.keys(headers)).not.toContain('x-user-staging-id')
    expect(headers['user-agent']).toBe('Parley')
  }
})

test('a server that is busy for a moment is asked again', async () => {
  const asked = new Set<unknown>()
  const busyOnce =
    (answer: Answer): Answer =>
    (response) => {
      const { url } = response.req
      if (asked.has(url)) return answer(response)
      asked.add(url)
      return response.writeHead(503).end()
    }
  const { state, requests } = await look(busyOnce(sends(good)), busyOnce(sends(given.update)))
  expect(state).toMatchObject({ phase: 'ready', version: '1.3.0' })
  expect(requests).toHaveLength(4)
})

test.each(failures)('%s: a sentence and an action, and nothing kept', async (...row) => {
  const [, channel, file, code] = row
  const { state, pending } = await look(channel, file)
  expect(state.failure?.error.code).toBe(code)
  expect(state).toMatchObject({ phase: 'idle', progress: null })
  expect(errorActions[code]).toBe('retry')
  expect(existsSync(pending) ? readdirSync(pending) : []).toEqual([])
})

test.each([
  ['the same version', { version: given.installedVersion }],
  ['a version that no computer may take yet', { more: 'stagingPercentage: 0' }],
  ['a version for a newer system', { more: 'minimumSystemVersion: 999.0.0' }],
])('%s: Parley is up to date', async (_name, fields) => {
  const { state, requests } = await look(changed(fields), hangs)
  expect(state).toMatchObject({ phase: 'current', failure: null, version: null })
  expect(requests).toHaveLength(1)
})

test('a version that every computer may take', async () => {
  const { state } = await look(changed({ more: 'stagingPercentage: 100' }), sends(given.update))
  expect(state.phase).toBe('ready')
})

test('no server: a sentence', async () => {
  const folder = temporaryFolder()
  const server = await serve((_request, response) => hangs(response))
  const updater = given.openUpdater(server, folder)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const failure = await updater.check().catch(toWire)
  expect(failure).toMatchObject({ code: 'connectionFailed' })
})

/** Opens electron-updater on a server that sends what `text` returns, with one memory throughout. */
async function follow(text: () => string) {
  const folder = temporaryFolder()
  const memory = given.createMemory()
  const clock = { now: given.now }
  const server = await serve((request, response) =>
    sends(request.url === given.channelPath ? text() : given.update)(response),
  )
  const open = () => given.openUpdater(server, folder, { memory, now: () => clock.now })
  return { folder, clock, open }
}

test('a list that is older than one before is refused, also after a restart', async () => {
  let text = good
  const { open } = await follow(() => text)
  expect(await open().check()).toMatchObject({ version: '1.3.0' })
  // The makers take a version back: they sign the list anew.
  text = given.signed(given.channelText({ version: given.installedVersion }), {
    at: given.signedAt + 1,
  })
  expect(await open().check()).toBeNull()
  text = good
  expect(await open().check().catch(toWire)).toMatchObject({
    code: 'updateReplayed',
    details: { time: given.signedAt },
  })
})

test('a list that was refused is not remembered', async () => {
  let text = signedAt(3 * given.dayMs)
  const { open } = await follow(() => text)
  expect(await open().check().catch(toWire)).toMatchObject({ code: 'updateClock' })
  text = good
  expect(await open().check()).toMatchObject({ version: '1.3.0' })
})

test('a version that waits until its list has expired is not installed', async () => {
  const { clock, open } = await follow(() => good)
  const updates = createUpdates({
    source: 'channel',
    loadUpdater: () => Promise.resolve(open()),
    isAutomatic: () => true,
    isBusy: () => false,
    copyHistory: () => Promise.reject(new Error('Nothing is installed here')),
    onChanged: () => undefined,
    log: () => undefined,
  })
  expect(await updates.check()).toMatchObject({ phase: 'ready' })
  clock.now = given.signedAt + 90 * given.dayMs
  const failure = { error: { code: 'updateExpired', details: { time: clock.now } } }
  expect(await updates.install()).toMatchObject({ phase: 'idle', version: null, failure })
})

test('each computer draws its place in a staged rollout once', async () => {
  let staging = 0
  const { folder, open } = await follow(() =>
    given.signed(given.channelText({ more: `stagingPercentage: ${String(staging)}` })),
  )
  expect(await open().check()).toBeNull()
  const drawn = readFileSync(join(folder, '.updaterId'), 'utf8')
  expect(await open().check()).toBeNull()
  expect(readFileSync(join(folder, '.updaterId'), 'utf8')).toBe(drawn)
  // Its last 32 bits, of all that there are, are at 50 per cent.
  writeFileSync(join(folder, '.updaterId'), '11111111-1111-5111-8111-111180000000')
  for (const [percentage, offered] of [
    [50, null],
    [51, { version: '1.3.0' }],
    [49, null],
  ] as const) {
    staging = percentage
    const found = await open().check()
    if (offered) expect(found, String(percentage)).toMatchObject(offered)
    else expect(found, String(percentage)).toBeNull()
  }
})
