import { sizeNotes } from './size-notes.ts'
import { acceptedVideos } from '../../../media/accepted-files.ts'
import type { Range } from '../../../options/option.ts'
import { captionsMessages } from './captions.ts'
import { makerTexts } from './client/maker.ts'

/** The texts of an option in another language than src/options. */
export type OptionTexts = {
  label: string
  help?: string | ((range: Range) => string)
  placeholder?: string
  /** By the values of the choices. */
  choices?: Readonly<Record<string, { label: string; help: string } | undefined>>
}

/** The texts of the maker and of a task's page. Those of options are in their descriptions, in src/options. */
export const makerMessages = {
  title: 'Make a GIF',
  description: 'Make a GIF from a video, a link or pictures.',
  submit: 'Make GIF',
  recent: 'Your recent GIFs',
  startOver: 'Start over',
  untitled: 'Untitled',
  retry: 'Your choices are still here.',
  retryFiles: 'Your choices are still here. Choose the files again.',
  sharedMissed: 'The app was not ready for what you shared. Share it again, and it opens here.',
  signIn: {
    title: 'Sign in to make a GIF',
    needed: (site: string) => `You need an account to make GIFs on ${site}.`,
    signUpOpen: 'Signing up takes a moment.',
    signUpClosed: 'Ask the operator for one.',
    signIn: 'Sign in',
    signUp: 'Sign up',
  },
  source: {
    legend: 'Make it from',
    kinds: { video: 'A video file', url: 'A link', pictures: 'Pictures' },
    video: 'Video file',
    /** The formats of the file, for sentences. */
    videoFormats: acceptedVideos,
    videoHint: (formats: string, limit: string) => `${formats}. Up to ${limit}.`,
    pictures: 'Pictures',
    picturesHint: (min: number, max: number, each: string, all: string) =>
      `${min} to ${max} PNG, JPEG, WebP, AVIF, GIF, HEIC, TIFF or BMP files, in the order of their names. Up to ${each} each, ${all} in all.`,
    url: 'Video link',
    urlHint: 'A video file, or a page with a video.',
    useLink: 'Continue',
    noPreview: "You'll see a preview once the GIF is made.",
    drop: 'Drop a video or pictures here',
    choose: 'Choose a video or pictures',
    chooseFiles: 'Choose files',
    dropHint: (all: string, min: number, max: number, each: string) =>
      `A video or animation up to ${all}, or ${min} to ${max} pictures up to ${each} each.`,
    paste: 'Pasting works too.',
    or: 'or',
    record: 'Record',
    recordScreen: 'Record your screen',
    recordCamera: 'Record your camera',
    recordInsecure: 'Recording needs an https address.',
  },
  prepared: {
    heading: 'Preview of the source',
    show: 'Show a preview',
    waiting: 'Getting your source ready…',
    refresh: 'Refresh',
    ready: 'Your source is here. Choose the part below.',
    gone: 'The source of this GIF is no longer stored. Choose it again.',
    part: (shown: string, whole: string) => `Showing ${shown} of ${whole}.`,
    more: 'Show more',
    discard: 'Remove it from the server',
    other: 'Use another source',
    until: (time: string) => `Kept for you until ${time}.`,
    compare: 'Compare',
    pictures: 'Pictures of this GIF',
    picture: (place: number) => `Picture ${place}`,
    picturesHint:
      'Change the numbers to reorder; delete one to leave its picture out. New pictures come after these.',
  },
  keep: {
    legend: 'Animation',
    edit: { label: 'Edit it', help: 'Trim, crop, resize or change its speed.' },
    asItIs: {
      label: 'Keep it as it is',
      help: 'A GIF, animated WebP or PNG, or video without sound: every frame and time stays, without a watermark.',
    },
  },
  video: {
    panel: 'Trim',
    pause: 'Pause the preview',
    unplayable:
      'No preview in this browser, but we can still convert it. Enter the start and end in seconds.',
    clip: 'Clip',
    length: 'Length',
    limit: (seconds: number) => `A GIF can be up to ${seconds} seconds long.`,
    part: 'Part of the video to choose from',
    start: 'Start',
    end: 'End',
    trim: 'Drag the handles to trim.',
    keys: 'Arrow keys: 0.1 s. With Shift: 1 s. Page Up and Page Down: 5 s.',
    inSeconds: (label: string) => `${label} (seconds)`,
  },
  captions: captionsMessages,
  crop: {
    title: 'Crop',
    field: 'Part of the picture to keep',
    shape: 'Shape',
    shapes: {
      '': 'Free',
      '1/1': 'Square',
      '16/9': '16:9 wide',
      '9/16': '9:16 tall',
      '4/5': '4:5 portrait',
    },
    whole: 'Whole picture',
    legend: 'Part of the picture to keep, in pixels',
    numbers: { x: 'Left', y: 'Top', width: 'Width', height: 'Height' },
    drag: 'Drag the frame or its corners.',
    keys: 'Arrow keys move it; with Shift they resize it.',
    typed: 'In pixels of the video. Leave empty to keep all of it.',
  },
  pictures: {
    panel: 'Frames',
    preview: 'Preview of the animation',
    list: 'Pictures in order',
    add: 'Add pictures',
    order: 'Drag pictures to reorder them, or use Alt with the arrow keys. Delete removes one.',
    orderTouch: 'Hold a picture, then drag it to reorder.',
    legend: 'Animation',
  },
  options: {
    /** For translations: the texts that replace those in src/options, by the option's name in the form. */
    texts: {} as Readonly<Record<string, OptionTexts | undefined>>,
    speedPanel: 'Speed and direction',
    qualityPanel: 'Quality and size',
    /** Short names of groups, for the buttons on a small screen. */
    shortPanels: { speed: 'Speed', captions: 'Captions', quality: 'Quality', details: 'Title' },
    playback: 'Playback',
    forwardOnly: 'The preview only plays forward.',
    common: (label: string) => `Common values: ${label}`,
    noLimit: 'No limit',
    megabytes: (size: number) => `${size} MB`,
    customSize: (label: string) => `Custom ${label.toLowerCase()} (MB)`,
  },
  details: {
    panel: 'Title and tags',
    title: 'Title',
    titleHint: "Optional; we'll use the page's title.",
    titleOfFileHint: "Optional; we'll use the name of the file.",
    alt: 'Description (optional)',
    altPlaceholder: 'A frog jumps off a leaf into a pond',
    altHint: 'For people who can’t see it, and for search: who does what, and any text in it.',
    category: 'Category',
    chooseCategory: 'Choose later',
    tags: 'Tags',
    tagsPlaceholder: 'frog, splash, slow motion',
    tagsHint: (limit: number) => `Separate with commas, up to ${limit}.`,
    tagList: 'Your tags',
    noWatermark: 'No watermark',
    noWatermarkHint: (site: string) => `Removes the ${site} watermark.`,
    premium: 'Premium accounts',
    canRemoveWatermark: ' can remove the watermark.',
    newTab: ' (in a new tab)',
  },
  progress: {
    /** The texts that the browser's modules show, too. */
    task: makerTexts.progress,
    title: 'Making your GIF',
    refresh: (seconds: number) => `This page refreshes every ${seconds} seconds.`,
    leave: 'You can leave this page and come back.',
    cancel: 'Cancel',
    existing: 'This GIF is already here.',
    openExisting: 'Open it',
  },
  done: {
    title: (title: string) => `Your GIF is ready: ${title}`,
    heading: 'Your GIF is ready',
    link: 'Link to the GIF',
    copyLink: 'Copy link',
    moreLinks: 'More links and embed code',
    size: sizeNotes,
    loop: (start: string, end: string) => `Loop found: ${start} to ${end} of the video.`,
    private: 'Private. Only you can see it. File links expire.',
    flashing:
      'This GIF flashes more than three times a second, which can cause seizures. It is blurred and plays only when opened. A slower speed or fewer cuts help.',
    open: 'Open GIF page',
    another: 'Make another',
  },
  similar: {
    heading: 'This GIF is already here',
    useInstead: 'Use this one, delete mine',
    useInsteadAbout: (title: string) => `Use this one, delete mine: ${title}`,
  },
  failed: {
    canceled: 'You canceled this GIF',
    title: 'The GIF could not be made',
    change: 'Change it and try again',
    remake: 'Make a GIF from it',
    remakeHint: 'It can’t be kept as it is, but a GIF can be made from it.',
    startOver: 'Start over',
  },
  unavailable: {
    title: 'The GIF was made',
    text: 'You cannot see it here: it is private, or it has been removed.',
    signIn: 'If it is yours, sign in to see it.',
  },
  errors: {
    'missing_value video': 'Choose a video file.',
    'missing_value pictures[]': 'Choose at least two pictures.',
    'missing_value url': 'Enter a video link.',
    'missing_value start': 'Enter where the clip starts.',
    'missing_value end': 'Enter where the clip ends.',
    'missing_value category': 'There is no category yet: ask the operator for one.',
    'unauthorized private': 'Sign in to keep a GIF private.',
    'unauthorized watermark_type': 'Sign in with a Premium account to remove the watermark.',
  } as Record<string, string>,
  /** The labels of values that are not options, by their names in the API. */
  labels: {
    title: 'Title',
    alt: 'Description',
    category: 'Category',
    'tags[]': 'Tags',
    rating: 'Rating',
    visibility: 'Who can see it',
    watermark_type: 'No watermark',
    url: 'Video link',
    video: 'Video file',
    'pictures[]': 'Pictures',
  } as Record<string, string>,
}
