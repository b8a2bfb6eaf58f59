import type { Recording } from '../../../shared/speech/speech.ts'
import type { Database } from '../../storage/connection.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import {
  insertRecording,
  listRecordingIds,
  listUnfinished,
  updateRecording,
} from './recordingRow.ts'

/**
 * Recovers recordings that were running when Parley stopped: marks those with a file as
 * interrupted, and adds files that the history lacks, for example after a repair. Errors: diskFull.
 */
export async function recoverRecordings(database: Database, files: RecordingFiles): Promise<void> {
  for (const recording of listUnfinished(database)) {
    const samples = await files.samples(recording.id)
    updateRecording(database, { ...recording, state: 'interrupted', samples })
  }
  const known = new Set(listRecordingIds(database))
  for (const id of await files.list()) {
    if (!known.has(id)) insertRecording(database, await found(id, files))
  }
}

async function found(id: string, files: RecordingFiles): Promise<Recording> {
  return {
    id,
    purpose: 'dictation',
    state: 'interrupted',
    createdAt: await files.writtenAt(id),
    samples: await files.samples(id),
    language: 'automatic',
    task: 'transcribe',
    engine: null,
    text: '',
    finalText: null,
    error: null,
  }
}
