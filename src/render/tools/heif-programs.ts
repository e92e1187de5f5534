/** The programs of libheif that decode a picture; the newer name first. */
export const heifPrograms = ['heif-dec', 'heif-convert'] as const
