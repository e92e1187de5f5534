/** The English sentences of errors about requests and their values. */
export const requestErrors = {
  authorizationShape: 'The Authorization header must be: Bearer, a space, and a token.',
  base64NotValid: ({ name }: { name: string }) => `The data of \`${name}\` is not valid base64.`,
  bodyCompressed: 'Compressed bodies are not accepted; send it without Content-Encoding.',
  bodyNotObject: 'The body must be one JSON object: {"key": value, …}.',
  bodyOverLimit: ({ megabytes }: { megabytes: number }) => `The body is over the limit of ${megabytes} MB.`,
  bodyTooLarge: 'The body is too large.',
  bodyTooSlow: 'The body of the request came too slowly; check the connection and try again.',
  bodyType: 'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.',
  bodyTypes: ({ others, last }: { others: string; last: string }) => `The body must be ${others} or ${last}.`,
  bodyWithoutBoundary: 'The body does not begin with its boundary.',
  bodyWithoutEnd: 'The body ends before its last boundary.',
  boundaryMissing: 'The Content-Type of the body must name its boundary, of at most 70 characters.',
  boundaryNotAlone: 'A boundary of the body is not alone on its line.',
  callsOfAccount: ({ seconds }: { seconds: number }) =>
    `Too many calls for this account; try again in ${seconds} s.`,
  callsOfAddress: ({ seconds }: { seconds: number }) =>
    `Too many calls from this address; try again in ${seconds} s.`,
  callsOfApp: ({ seconds }: { seconds: number }) => `Too many calls for this app; try again in ${seconds} s.`,
  categoryRequired: '`category` is required: there are no categories yet.',
  changeCollectionNeedsToken: 'Changing a collection needs your API token.',
  changeNeedsToken: 'Changing a GIF needs the API token of its owner.',
  collectionNeedsToken: 'A collection needs your API token.',
  connectionEnded: 'The connection ended before the body did.',
  deleteCollectionNeedsToken: 'Deleting a collection needs your API token.',
  deleteNeedsToken: 'Deleting a GIF needs the API token of its owner.',
  expectHeader: 'The header Expect can only be 100-continue.',
  favoriteNeedsToken: 'A favorite needs your API token.',
  fieldNotKept: ({ field }: { field: string }) =>
    `\`${field}\` changes the animation, and \`keep\` takes it over as it is; leave one of them out.`,
  fileOrUrlRequired: '`file` or `source_image_url` is required.',
  fileOverLimitOfField: ({ name, megabytes }: { name: string; megabytes: number }) =>
    `\`${name}\` is over the limit of ${megabytes} MB a file.`,
  filesOverLimitOfField: ({ name, megabytes }: { name: string; megabytes: number }) =>
    `\`${name}\` is over the limit of ${megabytes} MB for a request.`,
  formNotValid:
    'The body is not valid urlencoded text: a % must be followed by two hex digits, and the text be UTF-8.',
  gifAndFile: '`gif` and `file` are two animations; send one of them.',
  headersTooLarge: 'The address and the headers of the request are too large.',
  holdsOneFile: ({ name }: { name: string }) => `\`${name}\` may hold at most one file.`,
  httpVersion: 'The request must be HTTP/1.1.',
  itemsTooLong: ({ name, max }: { name: string; max: number }) =>
    `Each of \`${name}\` must have at most ${max} characters.`,
  jsonNotValid: 'The body is not valid JSON, or was cut short.',
  jsonTooDeep: ({ max }: { max: number }) => `The JSON of the body is nested deeper than ${max} levels.`,
  keyNeeded: 'This server needs an API key.',
  keyNotValid: 'API key not valid. Ask the operator of this server for one.',
  layersNotKept: '`layers` changes the animation, and `keep` takes it over as it is; leave one of them out.',
  listCollectionsNeedsToken: 'Listing collections needs your API token.',
  listFavoritesNeedsToken: 'Listing favorites needs your API token.',
  listNeedsToken: 'Listing your GIFs needs your API token.',
  methodNotTaken: ({ method }: { method: string }) => `This service does not take ${method}.`,
  methods: ({ methods }: { methods: string }) => `This address takes ${methods} only.`,
  mustBeAnimations: ({ name, type }: { name: string; type: string }) =>
    `\`${name}\` must be animations: a data-URL (data:<${type}>;base64,<data>) or, in multipart, a file part.`,
  mustBeAnyNumber: ({ name }: { name: string }) => `\`${name}\` must be a number.`,
  mustBeAnyOf: ({ name, choices }: { name: string; choices: string }) =>
    `\`${name}\` must be ${choices.replaceAll(',', ' or ')}.`,
  mustBeAnyWhole: ({ name }: { name: string }) => `\`${name}\` must be a whole number.`,
  mustBeFile: ({ name }: { name: string }) => `\`${name}\` must be a file part, or a data-URL.`,
  mustBeFiles: ({ name }: { name: string }) => `\`${name}\` must be files.`,
  mustBeFrames: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x${max}).`,
  mustBeGifCode: ({ name }: { name: string }) => `\`${name}\` must be the code of a GIF.`,
  mustBeGifCodes: ({ name }: { name: string }) => `\`${name}\` must be codes of GIFs.`,
  mustBeGifsOfYours: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be at most ${max} GIFs of yours.`,
  mustBeOneFile: ({ name }: { name: string }) => `\`${name}\` must be one file.`,
  mustBePictures: ({ name, type }: { name: string; type: string }) =>
    `\`${name}\` must be at least 2 data-URLs (data:<${type}>;base64,<data>) or, in multipart, file parts.`,
  mustBeShortText: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be a text of at most ${max} characters.`,
  mustBeSomeFiles: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be at most ${max} files.`,
  mustBeText: ({ name }: { name: string }) => `\`${name}\` must be a text.`,
  mustBeTexts: ({ name }: { name: string }) => `\`${name}\` must be a text or a list of texts.`,
  mustBeTwoPictures: ({ name }: { name: string }) => `\`${name}\` must be at least 2 pictures.`,
  mustBeUpload: ({ name, type }: { name: string; type: string }) =>
    `\`${name}\` must be a data-URL (data:<${type}>;base64,<data>) or, in multipart, a file part.`,
  mustBeUploads: ({ name, type }: { name: string; type: string }) =>
    `\`${name}\` must be data-URLs (data:<${type}>;base64,<data>) or, in multipart, file parts.`,
  mustBeVideoFile: ({ name }: { name: string }) => `\`${name}\` must be one video file.`,
  mustBeVideoOrAnimation: ({ name }: { name: string }) =>
    `\`${name}\` must be a video, or an animated GIF or WebP.`,
  mustBeWholeFrom: ({ name, min }: { name: string; min: number }) =>
    `\`${name}\` must be a whole number, at least ${min}.`,
  mustBeWholeNumbers: ({ name }: { name: string }) => `\`${name}\` must be whole numbers.`,
  mustBeWithFlag: ({ name, value, flag }: { name: string; value: string; flag: string }) =>
    `\`${name}\` must be ${value}, or be left out, where \`${flag}\` is 1.`,
  mustNotBeWithFlag: ({ name, value, flag }: { name: string; value: string; flag: string }) =>
    `\`${name}\` must not be ${value}, or be left out, where \`${flag}\` is 0.`,
  noConnect: 'This service does not take CONNECT.',
  noData: ({ name }: { name: string }) => `\`${name}\` holds no data.`,
  noGifWithId: 'There is no GIF with this id.',
  nothingHere: 'There is nothing at this address.',
  nothingInApi: 'There is nothing at this address; see /api/docs.',
  oneHost: 'The request must name one Host.',
  partHeaderTooLong: 'The header of a part is too long.',
  partTransferEncoded: 'A part of the body is transfer-encoded; send it as it is.',
  partWithoutName: 'A part of the body lacks a header that says `form-data` and its name.',
  picturesNotKept: '`keep` takes an animation over as it is; of pictures one is made. Leave it out.',
  queryOrCategory: 'At least one of `q` and `category` must be set.',
  ratingWithNsfw: '`rating` must be r, or be left out, where `nsfw` is 1.',
  requestAddress: 'The address of the request could not be read.',
  requestTooSlow: 'The request did not come in time.',
  requestUnreadable: 'The request could not be read.',
  required: ({ name }: { name: string }) => `\`${name}\` is required.`,
  sendGifOrFile: 'Send `gif`, the code of a GIF, or `file`, an animation.',
  stickerTooLarge: ({ place, name, megabytes }: { place: number; name: string; megabytes: number }) =>
    `Picture ${place} of \`${name}\` is over the limit of ${megabytes} MB.`,
  tenorLimit: '`limit` must be a whole number from 1 to 50.',
  textNotUtf8: 'The text of the body must be UTF-8.',
  textTooLarge: ({ kilobytes }: { kilobytes: number }) =>
    `The text of the body is over the limit of ${kilobytes} KB.`,
  tooLong: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must have at most ${max} characters.`,
  tooManyFields: ({ max }: { max: number }) => `The body may hold at most ${max} fields.`,
  tooManyFollowers: 'Too many pages follow their GIF at once; ask /api/status/{task} instead.',
  tooManyHeaders: ({ max }: { max: number }) => `The request has more than ${max} headers.`,
  tooManyItems: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` may hold at most ${max} files.`,
  tooManyParameters: ({ max }: { max: number }) => `The address has more than ${max} parameters.`,
  transferEncoding: 'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.',
  videoType: ({ name, types }: { name: string; types: string }) =>
    `\`${name}\` must be one of these: ${types}.`,
  wrongKeys: ({ seconds }: { seconds: number }) =>
    `Too many wrong keys from this address; try again in ${seconds} s.`,
  wrongTokens: ({ seconds }: { seconds: number }) =>
    `Too many wrong tokens or sign-ins from this address; try again in ${seconds} s.`,
}
