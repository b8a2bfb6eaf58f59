import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { scriptedProvider } from '../scriptedProvider.ts'
import { openChat, openFrames, readStart, send } from '../testHistory.ts'

test('words that the database refused are journalled although no more arrive', async () => {
  const silence = Promise.withResolvers<void>()
  const provider = scriptedProvider(async function* () {
    yield { type: 'text', text: 'The only words' }
    await silence.promise
    yield { type: 'finish', reason: 'stop' }
  })
  const { replies, database, logged } = openChat(provider)
  const reader = openFrames(replies, send('question'))
  await readStart(reader)
  const other = new DatabaseSync(database.path)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await reader.next()
  await expect.poll(() => logged).toEqual(['A reply could not be journalled'])
  other.exec('ROLLBACK')
  const journalled = (): unknown => database.all('SELECT value FROM journal')
  await expect.poll(journalled).toEqual([{ value: '"The only words"' }])
  silence.resolve()
  await reader.next()
})
