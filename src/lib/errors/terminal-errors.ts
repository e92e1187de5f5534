/** The English sentences of errors that only operators at a terminal read; they have no translation. */
export const terminalErrors = {
  addressWithInputs: 'An address must be the only input.',
  animationFromAddress:
    'An animated WebP or PNG cannot be read from an address; download the file and name it instead.',
  appendStill: ({ file }: { file: string }) => `${file} is a still picture; --append takes animations.`,
  bodyNotBytes: 'A body must be bytes.',
  databaseEmpty: ({ url }: { url: string }) =>
    `There is no database of Gifwright at ${url}: it is empty. Set DATABASE_URL to that of the service; gifwright init makes a new one.`,
  databaseInUse: ({ user }: { user: string }) =>
    `The database is in use by ${user}, and this version changes its tables. Stop every process of the instance, then start this version.`,
  delayOfVideo: '--delay is for pictures; for a video there is --fps.',
  editOfAddress: '--keep, --frames and --append take files; download the video first.',
  editOfPictures: '--keep, --frames and --append take one animation, and these are pictures.',
  entryEmpty: 'It has no file and no address.',
  entryWithoutAddressOrFile: 'It has no address, and there is no file of it.',
  entryWithoutFileAddress: 'It has no address of a file.',
  entryWithoutHttps: 'It has no address that begins with https://.',
  flagOfVideo: ({ flag }: { flag: string }) => `${flag} is for a video, and these are pictures.`,
  folderTooDeep: ({ max }: { max: number }) => `Folders deeper than ${max} are not read.`,
  heightOfVideo: '--height is for pictures; the height of a video follows from --width.',
  importCode: '`code` must be at most 64 letters and digits.',
  importCreatedAt: '`created_at` must be a time from 1970 until now.',
  importNoAccount: ({ email }: { email: string }) =>
    `There is no account ${email}; see gifwright account list.`,
  importNoCategory: 'A category is missing; name one for all with --category.',
  importNoSuchCategory: ({ category }: { category: string }) =>
    `There is no category ${category}; see gifwright category list.`,
  importOneOf: ({ field, values }: { field: string; values: string }) =>
    `\`${field}\` must be one of ${values}.`,
  importString: ({ key }: { key: string }) => `\`${key}\` must be a string.`,
  importTags: '`tags` must be a list of strings.',
  importTimeShape: '`created_at` must be a time such as "2024-05-01T12:00:00Z".',
  importUses: ({ max }: { max: number }) => `\`uses\` must be a whole number from 0 to ${max}.`,
  importUsesWhole: '`uses` must be a whole number.',
  inputIsFolder: ({ file }: { file: string }) => `${file} is a folder; name the files in it.`,
  inputNotFile: ({ file }: { file: string }) => `${file} is no file; save what comes from it to one first.`,
  inputNotReadable: ({ file }: { file: string }) => `${file} may not be read by this user.`,
  inputsNotAllPictures: ({ file }: { file: string }) =>
    `Several inputs must all be pictures, and ${file} is not one.`,
  linksNotFollowed: 'Links are not followed.',
  listFileChanged: ({ path }: { path: string }) => `${path} was changed while it was read.`,
  listFileTooLarge: ({ path, max, megabytes }: { path: string; max: number; megabytes: number }) =>
    `${path} may have ${max} MB; it has ${megabytes}.`,
  listLineNotHttps: 'A line must be an address that begins with https://.',
  listLineShape: ({ example }: { example: string }) => `A line must be such as ${example}.`,
  listNotJson: ({ path }: { path: string }) => `${path} is not valid JSON.`,
  listTooLargeToRead: ({ path }: { path: string }) =>
    `${path} is too large to be read. Split it into several lists.`,
  mustBeTypedCrop: ({ name }: { name: string }) =>
    `\`${name}\` must be x,y,width,height in pixels, such as 0,40,640,360.`,
  mustBeTypedSize: ({ name }: { name: string }) =>
    `\`${name}\` must be a size such as 2MB, 500KB or 8000000.`,
  mustBeTypedTime: ({ name }: { name: string }) =>
    `\`${name}\` must be seconds such as 12.5, or minutes and seconds such as 1:02.5.`,
  noDatabase: ({ file }: { file: string }) =>
    `There is no database ${file}. Set DATA_DIR to the folder of the service; gifwright init makes a new one.`,
  noDatabaseInFolder: ({ file }: { file: string }) =>
    `There is no database ${file}. Name the folder that has it (for the service's own, DATA_DIR).`,
  noFfmpeg:
    'ffmpeg was not found. Install it with the package manager of your system, such as: sudo apt-get install ffmpeg',
  noFileOfAttachment: 'There is no such file. Export with attachments.',
  noInput: ({ file }: { file: string }) => `There is no file ${file}.`,
  notGifwright: ({ server }: { server: string }) =>
    `${server} is not a Gifwright server: its response does not match the API.`,
  notInExport: ({ wanted }: { wanted: string }) =>
    `Not in the export. Export again with ${wanted}, and a larger size limit.`,
  pictureTime: ({ ms, min, max }: { ms: number; min: number; max: number }) =>
    `At this --speed each picture is shown for ${ms} ms; a GIF takes ${min} to ${max}.`,
  privateNeedsOwner: 'A private GIF needs an owner.',
  serverAnswered: ({ server, status, path }: { server: string; status: number; path: string }) =>
    `${server} answered ${status} to ${path}.`,
  settingsDamaged: 'The settings are damaged.',
  settingsNotBase64: 'The settings are not base64.',
  settingsTooLarge: 'The settings are too large.',
  snapshotFileGone: 'A file of the snapshot is gone.',
  stillNotAnimation: 'A still picture, not an animation.',
  tooManyToImport: ({ max }: { max: number }) =>
    `More than ${max} GIFs are not read at once. Name a search or a category.`,
  unusedSticker: ({ file }: { file: string }) =>
    `No layer of --layers shows ${file}, the picture of --sticker.`,
  vectorSticker: 'An animated sticker of vectors (TGS). Only video stickers (WebM) are imported.',
}
