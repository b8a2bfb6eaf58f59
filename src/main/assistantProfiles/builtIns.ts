import { z } from 'zod'
import { plainSetup } from '../../shared/answerSetup.ts'
import {
  assistantFieldsSchema,
  type AssistantCategory,
  type BuiltInAssistant,
} from '../../shared/assistantProfiles.ts'
import type { Locale } from '../../shared/languages.ts'

const textsByPath = import.meta.glob<unknown>('../../../resources/assistants/*.json', {
  import: 'default',
})

const textsSchema = z.record(
  z.string(),
  assistantFieldsSchema
    .pick({ name: true, description: true, openingQuestions: true })
    .extend({ instructions: z.string() }),
)

/** The built-in assistants, in the order in which they are shown. */
const builtIns: readonly { id: string; emoji: string; category: AssistantCategory }[] = [
  { id: 'proofreader', emoji: '✍️', category: 'writing' },
  { id: 'translator', emoji: '🌐', category: 'writing' },
  { id: 'emailWriter', emoji: '✉️', category: 'writing' },
  { id: 'plainLanguage', emoji: '🗣️', category: 'writing' },
  { id: 'summary', emoji: '📋', category: 'writing' },
  { id: 'storyEditor', emoji: '📖', category: 'writing' },
  { id: 'critic', emoji: '🧐', category: 'writing' },
  { id: 'meetingNotes', emoji: '📝', category: 'work' },
  { id: 'presentation', emoji: '📊', category: 'work' },
  { id: 'spreadsheets', emoji: '🧮', category: 'work' },
  { id: 'dataAnalyst', emoji: '📈', category: 'work' },
  { id: 'brainstorm', emoji: '💡', category: 'work' },
  { id: 'contractReader', emoji: '📄', category: 'work' },
  { id: 'legalExplainer', emoji: '⚖️', category: 'work' },
  { id: 'interviewCoach', emoji: '🎤', category: 'work' },
  { id: 'explainer', emoji: '🔍', category: 'learning' },
  { id: 'socraticTeacher', emoji: '🦉', category: 'learning' },
  { id: 'languageTutor', emoji: '💬', category: 'learning' },
  { id: 'quizMaker', emoji: '❓', category: 'learning' },
  { id: 'flashcards', emoji: '🗂️', category: 'learning' },
  { id: 'debatePartner', emoji: '🥊', category: 'learning' },
  { id: 'codeReviewer', emoji: '🐞', category: 'code' },
  { id: 'sqlHelper', emoji: '🗄️', category: 'code' },
  { id: 'regexHelper', emoji: '🧩', category: 'code' },
  { id: 'shellHelper', emoji: '💻', category: 'code' },
  { id: 'unitTests', emoji: '🧪', category: 'code' },
  { id: 'commitMessages', emoji: '🔖', category: 'code' },
  { id: 'leftovers', emoji: '🍲', category: 'life' },
  { id: 'travelPlanner', emoji: '🧳', category: 'life' },
  { id: 'healthExplainer', emoji: '🩺', category: 'life' },
]

/** Returns the built-in assistants in a language. They set no parameter. */
export async function readBuiltIns(locale: Locale): Promise<BuiltInAssistant[]> {
  const load = textsByPath[`../../../resources/assistants/${locale}.json`]
  const texts = textsSchema.parse(await load?.())
  return builtIns.map(({ id, emoji, category }) => {
    const { instructions, ...named } = texts[id] ?? { instructions: '' }
    const fields = { ...named, emoji, model: null, setup: { ...plainSetup, instructions } }
    return { id, category, fields: assistantFieldsSchema.parse(fields) }
  })
}
