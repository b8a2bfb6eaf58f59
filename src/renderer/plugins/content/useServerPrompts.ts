import { useEffect, useState } from 'react'
import type { WireError } from '../../../shared/errors.ts'
import { toWire } from '../../../shared/errors.ts'
import type { ContentServer, ServerPrompt } from '../../../shared/plugins/pluginContent.ts'
import { api } from '../../core/bridge.ts'

export interface OfferedPrompt {
  key: string
  server: ContentServer
  prompt: ServerPrompt
}

interface ServerPrompts {
  prompts: readonly OfferedPrompt[]
  /** The servers that have not answered yet. */
  asked: readonly ContentServer[]
  failures: readonly { server: ContentServer; error: WireError }[]
  /** The servers of whose lists entries are left out, and how many, or whose list was cut. */
  cut: readonly { server: ContentServer; leftOut: number; isCut: boolean }[]
}

interface Answer {
  server: ContentServer
  prompts: readonly OfferedPrompt[]
  leftOut: number
  isCut: boolean
  error?: WireError
}

/** Asks servers for their prompts, each as soon as it is given; the answers come one by one. */
export function useServerPrompts(servers: readonly ContentServer[]): ServerPrompts {
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  useEffect(() => {
    let isCurrent = true
    const add = (answer: Answer): void => {
      if (isCurrent) setAnswers((known) => [...known, answer])
    }
    setAnswers([])
    for (const server of servers) {
      api.pluginContent.prompts({ pluginId: server.pluginId }).then(
        ({ prompts, ...missing }) =>
          add({ server, prompts: prompts.map((prompt) => offer(server, prompt)), ...missing }),
        (error: unknown) =>
          add({ server, prompts: [], leftOut: 0, isCut: false, error: toWire(error) }),
      )
    }
    return () => {
      isCurrent = false
    }
  }, [servers])
  return {
    prompts: answers.flatMap(({ prompts }) => prompts),
    asked: servers.filter((server) => answers.every((answer) => answer.server !== server)),
    cut: answers.filter(({ leftOut, isCut }) => leftOut > 0 || isCut),
    failures: answers.flatMap(({ server, error }) => (error ? { server, error } : [])),
  }
}

function offer(server: ContentServer, prompt: ServerPrompt): OfferedPrompt {
  return { key: `${server.pluginId}/${prompt.name}`, server, prompt }
}
