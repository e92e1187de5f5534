import { formatCount, formatOrdinal } from '../format.ts'

const pictures = (count: number) => formatCount(count, { one: 'picture', other: 'pictures' })

const ordinalEnds = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** The texts that the maker's browser modules show. */
export const makerTexts = {
  source: {
    link: 'the link',
    onePicture: 'the picture',
    manyPictures: (count: number) => `the ${pictures(count)}`,
    video: 'the video',
    linkHelp: 'Enter a link to a web page or video, starting with https://',
    none: 'Choose a video or pictures first, or paste a link.',
    noLink: 'Enter a video link.',
    allRemoved: 'All pictures are removed. Choose others, or a video.',
    picturesName: 'Pictures',
    untitled: 'Untitled',
    replace: (current: string, other: string) => `A GIF has one source. Replace ${current} with ${other}?`,
    use: (other: string) => `Use ${other}`,
    keep: (current: string) => `Keep ${current}`,
  },
  files: {
    damaged: (file: string) => `${file} is damaged and was left out.`,
    empty: (file: string) => `${file} is empty.`,
    gone: (file: string) => `${file} was moved, changed or deleted. Choose it again.`,
    folder: (name: string) => `${name} is a folder. Open it and choose the files in it.`,
    unknown: (file: string) => `${file} is neither a video nor a picture that we can read.`,
    oneVideo: (file: string) => `${file} was left out: a GIF is made from one video.`,
    notPicture: (file: string) => `${file} was left out: it is a video, not a picture.`,
    tooLarge: (file: string, size: string, limit: string) => `${file} is ${size}, and the limit is ${limit}.`,
    slightlyMore: (limit: string) => `a little more than ${limit}`,
  },
  prepared: {
    label: 'Getting the source ready',
    fetching: 'Getting the video…',
    sending: 'Your browser can’t play this file. Sending it to the server for a preview…',
    converting: 'Making a preview…',
    waiting: (position: number) => `Waiting for a preview, number ${position} in line.`,
    without: 'You can still make the GIF: enter the start and end.',
    part: (shown: string, whole: string) => `Showing ${shown} of ${whole}.`,
    more: 'Show more',
    pictures: (done: number, count: number) => `Converting pictures: ${done} of ${count}`,
  },
  details: {
    tooManyTags: (count: number, limit: number) => `These are ${count} tags, and the limit is ${limit}.`,
    tagTooLong: (tag: string, limit: number) =>
      `“${tag}…” is too long: a tag can have up to ${limit} characters.`,
  },
  pictures: {
    count: pictures,
    bytes: (size: string, limit: string) => `${size} of ${limit}`,
    tooFew: 'Add another picture: a GIF needs at least two.',
    tooLarge: (size: string, limit: string) =>
      `The pictures are ${size} together, and the limit is ${limit}. Remove some.`,
    tooMany: (taken: number, limit: number) =>
      `Only the first ${taken} were added: a GIF can have up to ${pictures(limit)}.`,
    keepProportions: 'Keep proportions',
    removed: (left: number) => `Removed. ${pictures(left)} left.`,
    moved: (place: number, count: number) => `Now picture ${place} of ${count}.`,
    label: (place: number, count: number, file: string) => `Picture ${place} of ${count}: ${file}`,
    action: (action: string, place: number) => `${action}: picture ${place}`,
    actions: { earlier: 'Move earlier', later: 'Move later', remove: 'Remove' },
  },
  preview: { play: 'Play the preview', pause: 'Pause the preview' },
  clip: {
    length: (ofGif: string, ofClip: string) => `${ofGif}, from ${ofClip} of video`,
    useLess: (seconds: number) => `At this speed, use ${seconds} s or less.`,
    endFollows: (end: number) => `End moved to ${end} s.`,
    startFollows: (start: number) => `Start moved to ${start} s.`,
    pastVideo: (seconds: number) => `The video ends at ${seconds} s. Choose an earlier start.`,
    endFirst: 'The end must be after the start.',
    endCut: (end: number) => `End moved to ${end} s: the video ends there.`,
    endMoved: (end: number, limit: number) => `End moved to ${end} s: a clip can be up to ${limit} s long.`,
    startMoved: (start: number, limit: number) =>
      `Start moved to ${start} s: a clip can be up to ${limit} s long.`,
    animationCut: (length: string, used: string) =>
      `This animation lasts ${length}. The first ${used} are selected.`,
    animation: (length: string) =>
      `This animation lasts ${length}. Change the start or end to use a part of it.`,
    part: (from: string, to: string) => `${from} to ${to}`,
    seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
    minutes: (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  },
  otherSize: 'Other size …',
  closeSheet: 'Done',
  layersNotLoaded: 'The editor did not load. Press a button to try again.',
  progress: {
    sending: 'Sending',
    sent: 'Sent. Checking your files',
    queued: 'In the queue',
    next: "You're next",
    position: (place: number) => `${formatOrdinal(place, ordinalEnds)} in the queue`,
    startsItself: 'It starts automatically.',
    making: 'Making your GIF',
    steps: {
      preparing: 'Getting ready',
      fetching: 'Fetching the video',
      rendering: 'Making your GIF',
      storing: 'Saving',
    } as Record<string, string>,
    done: 'Done',
    lost: 'No connection. Trying again …',
    percent: (percent: number) => `${percent} %`,
    spokenPercent: (step: string, percent: number) => `${step}, ${percent} percent`,
    lostWhileSending: 'Connection lost. Your work is still here; try again.',
    unavailable: 'The service is busy. Try again in a moment.',
  },
  recent: {
    ready: (title: string) => `${title} is ready`,
    failed: (title: string) => `${title} could not be made`,
    remove: (title: string) => `Remove “${title}” from the list`,
    noConnection: 'no connection',
    waiting: 'in the queue',
    done: 'ready',
    error: 'could not be made',
  },
}
