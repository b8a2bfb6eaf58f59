import { useEffect, useMemo, useState } from 'react'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { useTask } from '../../core/useTask.ts'
import { createTextReader, type TextReader } from './createTextReader.ts'

interface ReadText {
  /** Undefined until the length is known. */
  reader: TextReader | undefined
  length: number
  failure: ReturnType<typeof useTask>['failure']
}

/** Reads a document's text part by part. Each new `opening` looks again how long it is. */
export function useTextReader({ baseId, id: sourceId }: Source, opening: unknown): ReadText {
  const { run, failure } = useTask()
  const [length, setLength] = useState<number>()
  useEffect(() => {
    void run(async () => {
      const read = await api.knowledge.text({ baseId, sourceId, start: 0, end: 0 })
      setLength(read.length)
    })
  }, [baseId, sourceId, run, opening])
  const reader = useMemo(
    () =>
      length === undefined
        ? undefined
        : createTextReader(length, async (start, end) => {
            return (await api.knowledge.text({ baseId, sourceId, start, end })).text
          }),
    [baseId, sourceId, length],
  )
  return { reader, length: length ?? 0, failure }
}
