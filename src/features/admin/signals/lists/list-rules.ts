export const HOSTS_MAX = 2_000_000;
/** As much as one sender may have on its way to us at a time. */
export const UPLOAD_BYTES_MAX = 25 * 1024 * 1024;
export const DOWNLOAD_BYTES_MAX = 80 * 1024 * 1024;
export const DOWNLOAD_MS = 120_000;
export const LISTS_MAX = 20;
export const NAME_CHARS_MAX = 80;
export const URL_CHARS_MAX = 2000;
/** The time after which a list is loaded again. */
export const UPDATE_HOURS = 24;
