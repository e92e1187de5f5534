/** The most that the image may take uncompressed. Its test holds it, and docs/operating.md names it. */
export const maxImageMegabytes = 550
