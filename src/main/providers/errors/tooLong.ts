/** A service's own code, or plain words, for messages that the model can't hold. */
const codes =
  /context_length_exceeded|context_window_exceeded|exceed_context_size|model_max_prompt_tokens_exceeded|tokens_limit_reached|max_tokens_per_request|request_too_large|outofcontext|exceed\w* (?:this |the )?(?:model'?s? )?context window/i

/** Limits of rate and of money count tokens too, and pass by waiting or paying. */
const aboutRate =
  /per[ -](?:second|minute|min|hour|day|month)\b|\bTP[MD]\b|rate.?limit|too many requests|throttl|quota|(?:daily|weekly|monthly).{0,20}limit/i

/** A limit of the answer that was asked for, whatever the length of the messages. */
const aboutOutput =
  /\bmax_?(?:output_?|completion_?|new_?)?tokens\b[^.]{0,60}(?:too large|too high|at most|should be|supported range|less than or equal|exceeds? (?:the )?(?:model|maximum|limit))|\bmax_tokens: \d+ > \d|maximum (?:allowed )?(?:number of )?output tokens|at most [\d,]+ (?:completion|output) tokens/i

/** vLLM: 4000 tokens of an answer, of a window of 4096, fit no more after 200 of messages. */
const outputAndWindow = /is too large: (\d+)\b.*context length is (\d+)/is

/** A single picture, sound or file that is too large. The tokens of pictures count as length. */
const aboutFiles =
  /\b(?:image|picture|photo|video|audio|pdf|file)s?\b.{0,80}(?:too (?:large|big|many|long)|exceed|larger|pixels|dimension)/is

const namesWindow = /\bcontext.?(?:length|window|size|limit|budget)\b|maximum context/i
const isPassed =
  /exceed|maxim|max\b|greater|longer|larger|overflow|\bonly\b|\bfull\b|\bfits?\b|limit|reduce|shorten|too (?:long|many|large)/i

const wordings: readonly RegExp[] = [
  /\b(?:prompt|input|request|messages|conversation|query|documents?|text)(?: \([\d,]+ tokens\))?(?: is| are| was| were)? too (?:long|large to process)\b/i,
  /physical batch size/i,
  /too many (?:input |prompt )?tokens\b|too many total text bytes|token limit exceeded/i,
  /tokens in request more than max|model max length exceeded/i,
  // "Prompt has 9 tokens, but the configured context size is 8", "input has 9 tokens; limit is 8"
  /\b(?:prompt|input|request) has [\d,]+ tokens\b.{0,40}\b(?:size|limit|maximum) is\b/is,
  // "The input token count (9) exceeds …", "prompt token count of 9 exceeds …"
  /\b(?:input|prompt|requested) tokens?(?: count)?\b.{0,60}(?:exceed|\bbut\b.{0,30}supports)/is,
  /\b(?:prompt|input|inputs|text)\b[^.]{0,60}\bexceed(?:s|ed|ing)? (?:the )?(?:model'?s )?max/i,
  /(?:maximum|max) (?:allowed |model |sequence |input |prompt ){1,3}length/i,
  /exceed(?:s|ed)? (?:the )?(?:available|maximum|model)[^.]*(?:context|token)/i,
  /inputs?`? (?:tokens \+|must have less than)|prompt_?tokens\b.{0,30}must be less than/i,
  /range of input length should be/i,
  /total tokens of .{0,40}exceed/i,
  /reduce the length|shorten (?:your|the) (?:prompt|input|messages|conversation)/i,
  /max [\d,]+ tokens per request|tokens (?:per|in) (?:the |submitted )*batch/i,
  /['"](?:messages|input|prompt|instructions|system)(?:\[\d+\]|\.(?:content|text|arguments|output|function|tool_calls))*['"]: (?:string|array) too long/i,
  /(?:prompt|输入|上下文|提示词|消息|对话|文本|内容)[^。，,]{0,12}(?:超长|过长|太长|超出|超过)|长度超/i,
]

/**
 * Returns true if a refusal says that the messages, or a text to embed, are longer than the model
 * reads. Takes time in proportion to the square of the text's length.
 */
export function saysTooLong(said: string): boolean {
  if (codes.test(said)) return true
  const output = outputAndWindow.exec(said)
  if (output) return Number(output[1]) < Number(output[2])
  if (aboutRate.test(said) || aboutOutput.test(said)) return false
  if (aboutFiles.test(said) && !/\btokens?\b/i.test(said)) return false
  if (namesWindow.test(said) && isPassed.test(said)) return true
  return wordings.some((wording) => wording.test(said))
}
