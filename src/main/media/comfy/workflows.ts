import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import type { MediaKind } from '../../../shared/media/mediaForm.ts'
import {
  workflowMarkSchema,
  type MediaWorkflow,
  type WorkflowMark,
  type WorkflowProblem,
  type WorkflowSettings,
} from '../../../shared/media/mediaWorkflow.ts'
import { parseBaseUrl } from '../../providers/configs/baseUrl.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { proposeMarks, rolesFor } from './proposeMarks.ts'
import {
  graphSchema,
  isProblem,
  kindOf,
  literalsOf,
  nodeOf,
  readWorkflow,
  type WorkflowGraph,
} from './workflowGraph.ts'

/** A workflow that the user has imported. */
export interface Workflow extends WorkflowSettings {
  graph: WorkflowGraph
  kind: MediaKind
}

/** The workflows of a history. */
export interface Workflows {
  /** Returns all, the oldest first. */
  list: () => Workflow[]
  /** Errors: modelNotFound. */
  read: (id: string) => Workflow
  /** Reads a file and keeps its workflow, for a server at this address. */
  add: (file: NewWorkflow) => Workflow | { problem: WorkflowProblem }
  /** Errors: modelNotFound, addressInvalid. */
  change: (settings: WorkflowSettings) => Workflow
  remove: (id: string) => void
}

export interface NewWorkflow {
  name: string
  text: string
  address: string
}

const shownLength = 200

export function createWorkflows(database: Database, now: () => number = Date.now): Workflows {
  function read(id: string): Workflow {
    const row = database.get('SELECT * FROM media_workflow WHERE id = ?', id)
    const workflow = row && workflowOf(row)
    if (workflow) return workflow
    throw new AppError('modelNotFound', 'There is no such workflow', { model: id })
  }

  return {
    list: () =>
      database
        .all('SELECT * FROM media_workflow ORDER BY sequence')
        .flatMap((row) => workflowOf(row) ?? []),
    read,
    add({ name, text, address }) {
      const graph = readWorkflow(text)
      if (isProblem(graph)) return graph
      const marks = proposeMarks(graph)
      const id = randomUUID()
      database.run(
        `INSERT INTO media_workflow (id, name, address, graph, marks, created_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
        ...[id, name, address, JSON.stringify(graph), JSON.stringify(marks), now()],
      )
      return read(id)
    },
    change({ id, name, address, marks }) {
      const { graph } = read(id)
      const known = new Set(literalsOf(graph).map(({ node, input }) => `${node} ${input}`))
      const kept = marks.filter(({ node, input }) => known.has(`${node} ${input}`))
      const { baseUrl } = parseBaseUrl(address, '')
      database.run(
        'UPDATE media_workflow SET name = ?, address = ?, marks = ? WHERE id = ?',
        ...[name, baseUrl, JSON.stringify(kept), id],
      )
      return read(id)
    },
    remove(id) {
      database.run('DELETE FROM media_workflow WHERE id = ?', id)
    },
  }
}

/** Returns a workflow as the page shows it. */
export function toPageWorkflow(workflow: Workflow): MediaWorkflow {
  const { id, name, address, marks, graph } = workflow
  const inputs = literalsOf(graph).map((literal) => ({
    ...{ node: literal.node, input: literal.input },
    title: (nodeOf(graph, literal.node)?._meta?.title || literal.class).slice(0, shownLength),
    value: String(literal.value).slice(0, shownLength),
    roles: rolesFor(literal),
  }))
  return { id, name, address, marks, inputs }
}

function workflowOf(row: Row): Workflow | undefined {
  const graph = graphSchema.safeParse(parseJson(String(row['graph']))).data
  if (!graph) return undefined
  return {
    ...{ id: String(row['id']), name: String(row['name']), address: String(row['address']) },
    ...{ graph, kind: kindOf(graph), marks: marksOf(row['marks']) },
  }
}

function marksOf(stored: unknown): WorkflowMark[] {
  return workflowMarkSchema.array().safeParse(parseJson(String(stored))).data ?? []
}
