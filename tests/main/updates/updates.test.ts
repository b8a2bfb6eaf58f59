import { expect, test } from 'vitest'
import { AppError } from '../../../src/shared/errors.ts'
import type { Updater } from '../../../src/main/updates/updater.ts'
import { createUpdates, type UpdatesOptions } from '../../../src/main/updates/updates.ts'

/** Opens updates of which one is found at once, and writes down what happens to it. */
function open(given: Partial<UpdatesOptions> = {}, broken: Partial<Updater> = {}) {
  const events: string[] = []
  const note = (event: string) => () => void events.push(event)
  const updates = createUpdates({
    source: 'channel',
    loadUpdater() {
      note('load')()
      return Promise.resolve({
        check: () => Promise.resolve({ version: '1.3.0', notes: '' }),
        download: () => Promise.resolve(note('download')()),
        install: note('install'),
        close: note('close'),
        ...broken,
      })
    },
    isAutomatic: () => true,
    isBusy: () => false,
    copyHistory: () => Promise.resolve(note('copy')()),
    onChanged: () => undefined,
    log: () => undefined,
    ...given,
  })
  return { updates, events }
}

test('the file is verified again and the history copied before anything is installed', async () => {
  const { updates, events } = open()
  await updates.check()
  const state = await updates.install()
  expect(events).toEqual(['load', 'download', 'download', 'copy', 'install'])
  expect(state.phase).toBe('installing')
})

test('nothing is installed within an answer, nor within one that began during the copy', async () => {
  let isBusy = true
  const { updates, events } = open({ isBusy: () => isBusy })
  await updates.check()
  const refused = await updates.install()
  expect(refused).toMatchObject({ phase: 'ready', failure: { error: { code: 'updateBusy' } } })
  expect(events).toEqual(['load', 'download'])

  isBusy = false
  const late = open({
    isBusy: () => isBusy,
    copyHistory: () => Promise.resolve(void (isBusy = true)),
  })
  await late.updates.check()
  expect(await late.updates.install()).toMatchObject({ failure: { error: { code: 'updateBusy' } } })
  expect(late.events).not.toContain('install')
})

test('a later check keeps a version that is ready', async () => {
  const { updates, events } = open()
  const ready = await updates.check()
  expect(await updates.check()).toEqual(ready)
  expect(events).toEqual(['load', 'download'])
})

test('without room for the copy nothing is installed, and the update stays ready', async () => {
  const full = new AppError('diskFull', 'No room')
  const { updates, events } = open({ copyHistory: () => Promise.reject(full) })
  await updates.check()
  const state = await updates.install()
  expect(state).toMatchObject({ phase: 'ready', failure: { error: { code: 'diskFull' } } })
  expect(events).not.toContain('install')
})

test('a system that refuses the update leaves it ready', async () => {
  const refused = new AppError('updateNotInstalled', 'The password was wrong')
  const { updates } = open(
    {},
    {
      install: () => {
        throw refused
      },
    },
  )
  await updates.check()
  const state = await updates.install()
  expect(state).toMatchObject({
    phase: 'ready',
    failure: { error: { code: 'updateNotInstalled' } },
  })
})

test.each(['system', 'byHand', 'source', 'none'] as const)(
  'a copy of the source "%s" loads and asks nothing',
  async (source) => {
    const { updates, events } = open({ source })
    updates.begin()
    const state = await updates.check()
    expect(state).toMatchObject({ source, phase: 'idle', failure: null })
    expect(await updates.install()).toEqual(state)
    expect(events).toEqual([])
  },
)
