/** What the export of a profile calls itself. */
export const PROFILE_EXPORT_FORMAT = "fanfare-profile";
export const PROFILE_EXPORT_VERSION = 1;
