import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations } from '../../../src/main/app/migrations.ts'
import { getRecording } from '../../../src/main/speech/recordings/recordingRow.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import { openDatabase, prepare } from '../../../src/main/storage/database.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

test('recordings of an earlier version keep their purpose under its new name', () => {
  const path = historyPath(temporaryFolder())
  const earlier = connect(path)
  prepare(earlier)
  migrate(earlier, migrations.slice(0, 6))
  const ids = ['composer', 'dictation', 'live'].map((purpose) => {
    const id = randomUUID()
    earlier.run(
      `INSERT INTO recording (id, purpose, state, created_at, samples, language, task, text)
       VALUES (?, ?, 'done', 1, 16000, 'automatic', 'transcribe', 'Here.')`,
      id,
      purpose,
    )
    return id
  })
  earlier.close()
  const database = openDatabase({ path, migrations })
  const purposes = ids.map((id) => getRecording(database, id).purpose)
  expect(purposes).toEqual(['voiceInput', 'dictation', 'handsFree'])
  database.close()
})
