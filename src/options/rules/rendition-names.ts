/** The first words of rendition names at other services; numbers such as `200w` and `480w` begin them too. */
const firstWords = new Set(
  [
    'giphy giphy360p giphy480p giphy720p tenor gfycat redgifs imgur',
    'original source raw preview downsized fixed looping looped dash hls cmaf',
    'mediumgif tinygif nanogif gifpreview loopedmp4 tinymp4 nanomp4 tinywebm nanowebm tinywebp nanowebp',
  ].flatMap((words) => words.split(' ')),
)

/** The words that can follow them. */
const nextWords = new Set(
  [
    'large medium small tiny nano still preview loop looping hd tumblr downsized downsampled transparent',
    'fixed height width size restricted mobile poster max mb silent sticker',
    'gif mp4 webm webp video image animation s d w h',
  ].flatMap((words) => words.split(' ')),
)

const [firstNumber, nextNumber] = [/^\d{3,4}[wh]?$/, /^\d+(?:[whpk]|mb)?$/]

/** The suffixes that Gfycat and RedGifs add to the name of a GIF. */
const renditionSuffix = /-(?:size_restricted|max-\d+mb|mobile|poster|silent)$/i

/**
 * Returns the name of a file, already without its extension, without the additions of a service; null for the names of
 * renditions, such as "giphy-downsized-large", "200w_s", "tenor (1)" and "DASH_720", which say nothing about a GIF.
 * (The keys of `images` and `media_formats` in the APIs of GIPHY and Tenor, and the files that those name.)
 */
export function givenName(name: string): string | null {
  const [first = '', ...others] = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const isRendition =
    (firstWords.has(first) || firstNumber.test(first)) &&
    others.every((word) => nextWords.has(word) || firstWords.has(word) || nextNumber.test(word))
  return isRendition ? null : name.replace(renditionSuffix, '')
}
