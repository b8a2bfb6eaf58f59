import { expect, test } from 'vitest'
import { favouritesOf, setFavourite } from '../../../src/renderer/voices/favouriteVoices.ts'
import { defaultVoicePreferences } from '../../../src/shared/speech/voices.ts'
import type { VoiceReference } from '../../../src/shared/speech/voices.ts'

const model = { providerId: 'p', modelId: 'm' }
const namesake = { providerId: 'other', modelId: 'm' }
const voice = (name: string): VoiceReference => ({ family: 'neural', voice: name })

test('a favourite is of its model and its language alone', () => {
  const all = setFavourite(defaultVoicePreferences, null, 'de-DE', voice('all'))
  const german = setFavourite(all, model, 'de-DE', voice('own'))
  const both = setFavourite(german, model, 'en-US', voice('own English'))
  expect(favouritesOf(both, null)).toEqual({ 'de-DE': voice('all') })
  expect(favouritesOf(both, model)).toEqual({
    'de-DE': voice('own'),
    'en-US': voice('own English'),
  })
  expect(favouritesOf(both, namesake)).toEqual({})
})

test('another choice takes the place of the one before', () => {
  const first = setFavourite(defaultVoicePreferences, model, 'de-DE', voice('first'))
  const other = setFavourite(first, namesake, 'de-DE', voice('other'))
  const second = setFavourite(other, model, 'de-DE', voice('second'))
  expect(second.modelFavourites).toHaveLength(2)
  expect(favouritesOf(second, model)).toEqual({ 'de-DE': voice('second') })
})

test('nothing is left of a model whose favourites have all been taken back', () => {
  const german = setFavourite(defaultVoicePreferences, model, 'de-DE', voice('own'))
  const both = setFavourite(german, model, 'en-US', voice('own English'))
  const english = setFavourite(both, model, 'de-DE', null)
  expect(favouritesOf(english, model)).toEqual({ 'en-US': voice('own English') })
  expect(setFavourite(english, model, 'en-US', null).modelFavourites).toEqual([])
})

test('what is known of the model beside its name is not kept', () => {
  const listed = { ...model, name: 'Model M', local: true }
  const { modelFavourites } = setFavourite(defaultVoicePreferences, listed, 'de-DE', voice('own'))
  expect(modelFavourites).toEqual([{ ...model, favourites: { 'de-DE': voice('own') } }])
})
