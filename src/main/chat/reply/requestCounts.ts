import { randomUUID } from 'node:crypto'
import type { Usage } from '../../../shared/chat/parts.ts'
import type { AnswerRequest } from '../history/answerSpending.ts'
import { addUsage } from './addUsage.ts'

/** Counts of each request of a running reply. */
export interface RequestCounts {
  /** A request is about to be sent, after this many pieces of the answer. */
  begin: (pieces: number) => void
  /** The service has counted the request. */
  count: (usage: Usage) => void
  /** The last request has failed and certainly cost nothing. The answer has this many pieces. */
  refuse: (pieces: number) => void
  /** Returns the requests that may have cost something. */
  paid: () => AnswerRequest[]
}

export function createRequestCounts(now: () => number): RequestCounts {
  const requests: (AnswerRequest & { from: number })[] = []
  return {
    begin(pieces) {
      requests.push({ origin: randomUUID(), at: now(), usage: null, from: pieces })
    },
    count(usage) {
      const request = requests.at(-1)
      if (request) request.usage = addUsage(request.usage, usage)
    },
    refuse(pieces) {
      const request = requests.at(-1)
      // A failure after its first pieces is not its own, but that of a tool.
      if (request?.from === pieces && request.usage === null) requests.pop()
    },
    paid: () => requests.map(({ from: _from, ...request }) => request),
  }
}
