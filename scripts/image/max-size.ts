/** The largest uncompressed size of the image, which its test checks and docs/operating.md states. */
export const maxImageMegabytes = 550
