import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { describeRetries } from '../describeRetries.ts'
import { openAnthropic } from './openAnthropic.ts'

describeRetries({
  start: startFakeAnthropic,
  open: ({ origin }, options) => openAnthropic(origin, options),
  body: errorBody('api_error', 'Not now'),
  retried: [408, 409, 429, 500, 502, 503, 529],
  refused: [400, 401, 403, 404, 413, 422],
})
