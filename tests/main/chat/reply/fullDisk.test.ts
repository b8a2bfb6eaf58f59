import { describe, expect, test } from 'vitest'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { canMount, mountSmallDisk } from '../../storage/smallDisk.ts'
import { saying, scriptedProvider } from '../scriptedProvider.ts'
import {
  collect,
  exchange,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
  textsOf,
} from '../testHistory.ts'

const nobody = (): boolean => false
const chunk = 'y'.repeat(10_000)
const chunks = 100

describe.skipIf(!canMount)('a disk that fills while a reply streams', () => {
  const provider = scriptedProvider(async function* () {
    for (let index = 0; index < chunks; index++) {
      yield { type: 'text', text: chunk }
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    yield { type: 'finish', reason: 'stop' }
  })

  test('lets the user read on, and tells at the end that it could not be stored', async () => {
    const disk = mountSmallDisk('2m')
    const { replies, database } = openChat(provider, openHistory(disk.folder))
    const short = await exchange(openChat(saying('short'), database).replies, send('kept'))
    const reader = openFrames(replies, send('long'))
    const { answer } = await readStart(reader)
    await reader.next()
    await expect.poll(() => database.all('SELECT sequence FROM journal')).not.toEqual([])
    disk.fill()
    const texts: string[] = [chunk]
    let last
    for (let frame = await reader.next(); frame; frame = await reader.next()) {
      if (frame.type === 'text') texts.push(frame.text)
      last = frame
    }
    expect(texts).toHaveLength(chunks)
    expect(last).toMatchObject({
      type: 'finished',
      message: { status: 'failed', error: { code: 'diskFull' } },
    })
    if (last?.type === 'finished')
      expect(textsOf([last.message])[0]).toHaveLength(chunk.length * chunks)
    // On disk it is as far as journalled, and nobody writes it.
    const stored = getMessage(database, answer.id, replies.isRunning)
    expect(stored.status).toBe('interrupted')
    expect(textsOf([stored])[0]?.startsWith(chunk)).toBe(true)
    expect(getMessage(database, short.answer.id, nobody)).toEqual(short.answer)
    // A new question is refused before the model is asked.
    const big = send('z'.repeat(500_000))
    await expect(collect(replies.reply(big, new AbortController().signal))).rejects.toMatchObject({
      code: 'diskFull',
    })
    disk.free()
    replies.stopAll()
    const saved = getMessage(database, answer.id, nobody)
    expect(saved.error?.code).toBe('diskFull')
    expect(textsOf([saved])[0]).toHaveLength(chunk.length * chunks)
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  })

  test('does not tell so where there is room again at the end', async () => {
    const disk = mountSmallDisk('8m')
    const { replies } = openChat(provider, openHistory(disk.folder))
    const reader = openFrames(replies, send('long'))
    await readStart(reader)
    disk.fill()
    let count = 0
    let last
    for (let frame = await reader.next(); frame; frame = await reader.next()) {
      if (++count === chunks / 2) disk.free()
      last = frame
    }
    expect(last).toMatchObject({ message: { status: 'complete', error: null } })
  })
})
