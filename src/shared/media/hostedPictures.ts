/**
 * The name under which an answer keeps the pictures that its service made itself: each is a call
 * with its prompt, and the call's result has the file.
 */
export const hostedPictureName = 'image_generation'

/** The tool of Parley's own that has a picture made, or asks whether the service may make some. */
export const pictureToolName = 'generate_image'

/** Beginning of a call's result if the service made no picture. */
export const noPicture = 'No picture was made.'

/** The tool by which a service makes pictures within an answer. */
export interface HostedPictures {
  /** The model that makes them; null leaves it to the service. */
  model: string | null
  /** The user's choices in that model's form. */
  quality?: string
  size?: string
  /** Number of pictures that the answer to this request may have. */
  maximum: number
}

/** Tokens of the pictures that a service made within an answer. */
export interface PictureUsage {
  textTokens: number
  imageTokens: number
  outputTokens: number
}
