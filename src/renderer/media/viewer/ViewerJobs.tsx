import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { attempt } from '../../core/failures.ts'
import { JobStrip } from '../jobs/JobStrip.tsx'
import { mediaJobsAtom } from '../mediaJobs.ts'
import { forgetStarted, openResult, startedBesideAtom } from './startedBeside.ts'

/** Shows the jobs that were started beside an output or made from it, and opens their result. */
export function ViewerJobs({ outputId }: { outputId: string }): ReactNode {
  const jobs = useAtomValue(mediaJobsAtom)
  const started = useAtomValue(startedBesideAtom)
  const isOf = ({ id, parentIds }: (typeof jobs)[number]): boolean =>
    parentIds.includes(outputId) || started.get(id) === outputId
  // A job that has ended well is listed only if something of its result is missing.
  const isUnderWay = (id: string): boolean =>
    jobs.some((job) => job.id === id && job.state !== 'done')
  const ended = [...started.keys()].find((id) => !isUnderWay(id))
  useEffect(() => {
    if (ended !== undefined) attempt(openResult(ended))
  }, [ended])
  // A user who has left the viewer finds the results in the gallery.
  useEffect(() => forgetStarted, [])
  const own = jobs.filter(isOf)
  if (own.length === 0) return null
  return (
    // With many jobs there is still room for the picture.
    <div className="max-h-1/3 shrink-0 overflow-y-auto px-4 pb-3">
      <JobStrip jobs={own} />
    </div>
  )
}
