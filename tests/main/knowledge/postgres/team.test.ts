import { expect, test } from 'vitest'
import type { KnowledgeOptions } from '../../../../src/main/knowledge/openKnowledge.ts'
import { password } from '../../../fakes/startPostgres.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { describePostgres } from './describePostgres.ts'

describePostgres("a team's database", (server) => {
  /** A person with the address, whose keychain has the password for this server alone. */
  function person(address = () => server().url): Partial<KnowledgeOptions> {
    return {
      teamAddress: address,
      secrets: {
        addOwner: () => undefined,
        get: async (_id, origin) =>
          origin === `postgres://127.0.0.1:${String(server().port)}` ? password : null,
        remove: () => Promise.resolve(),
        state: () => Promise.resolve({ source: 'keychain', boundTo: null }),
      },
    }
  }

  const note = { sourceId: null, title: 'Lease', text: 'The notice period is three months.' }
  const asked = { query: 'How long is the notice period?', filter: {}, limit: 5 }

  test('a base of one person is seen and asked by another, who can leave it but not end it', async () => {
    const anna = openTestKnowledge(person())
    const { id: baseId } = await anna.handlers.create(
      { name: 'Contracts', store: 'postgres', providerId: null, embedder: null },
      anna.caller,
    )
    await anna.handlers.saveNote({ baseId, ...note }, anna.caller)
    expect(await anna.untilDone(baseId)).toMatchObject({ passages: 1, counts: { ready: 1 } })

    const bela = openTestKnowledge(person())
    const seen = async () => {
      const bases = await bela.handlers.bases({}, bela.caller)
      return bases.map(({ name, store, passages }) => ({ name, store, passages }))
    }
    await expect.poll(seen).toEqual([{ name: 'Contracts', store: 'postgres', passages: 1 }])
    // A question that is still being typed is not sent to the team's server.
    const typed = { baseIds: [baseId], ...asked, typing: true }
    expect(await bela.handlers.search(typed, bela.caller)).toMatchObject({
      ...{ heldBack: true, wordsOnly: 'typing', hits: [] },
    })
    const { hits } = await bela.handlers.search({ baseIds: [baseId], ...asked }, bela.caller)
    expect(hits.map(({ text }) => text)).toEqual([note.text])
    const place = hits[0]?.place
    if (!place) throw new Error('Nothing was found')
    const located = await bela.handlers.locate({ place, passage: note.text }, bela.caller)
    expect(located).toMatchObject({ state: 'same' })

    await bela.handlers.remove({ baseId }, bela.caller)
    expect(await seen()).toEqual([])
    expect(await anna.find(baseId)).toMatchObject({ passages: 1 })
    await anna.handlers.remove({ baseId }, anna.caller)
    const carl = openTestKnowledge(person())
    expect(await carl.handlers.team({}, carl.caller)).toEqual({
      keySource: 'keychain',
      error: null,
    })
    expect(await carl.handlers.bases({}, carl.caller)).toEqual([])
  })

  test('bases here and there are asked together', async () => {
    const anna = openTestKnowledge(person())
    const here = await anna.create()
    const { id: there } = await anna.handlers.create(
      { name: 'Team', store: 'postgres', providerId: null, embedder: null },
      anna.caller,
    )
    await anna.handlers.saveNote({ baseId: there, ...note }, anna.caller)
    const own = { ...note, text: 'My notice period is a week.' }
    await anna.handlers.saveNote({ baseId: here, ...own }, anna.caller)
    await anna.untilDone(here)
    await anna.untilDone(there)
    const { hits } = await anna.handlers.search({ baseIds: [here, there], ...asked }, anna.caller)
    expect(hits.map(({ text }) => text).toSorted()).toEqual([own.text, note.text].toSorted())
  })

  test('a server that is away hides no base, and the password goes to no other server', async () => {
    let address = server().url
    const anna = openTestKnowledge(person(() => address))
    await anna.create()
    await anna.handlers.create(
      { name: 'Team', store: 'postgres', providerId: null, embedder: null },
      anna.caller,
    )
    address = 'postgres://parley@127.0.0.1:1/postgres'
    const bases = await anna.handlers.bases({}, anna.caller)
    expect(bases.map(({ name }) => name)).toContain('Team')
    expect(await anna.handlers.team({}, anna.caller)).toMatchObject({
      error: { code: 'connectionFailed' },
    })
  })
})
