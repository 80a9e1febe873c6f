/** The lifetime of the link to an account's data. */
export const EXPORT_DAYS = 7;
/** Incremented when an export can no longer be read as before. */
export const EXPORT_FORMAT = 1;

/** The time in which people can still keep their account after requesting its deletion. */
export const GRACE_DAYS = 14;
/** The time limit for sending the goodbye e-mail. Then its address is erased too. */
export const GOODBYE_HOURS = 24;
