/** How long the link to an account's data works. */
export const EXPORT_DAYS = 7;
/** Goes up when an export can no longer be read as before. */
export const EXPORT_FORMAT = 1;

/** How long people can still keep their account after asking to delete it. */
export const GRACE_DAYS = 14;
/**
 * How long sending the last e-mail, which says that the account is gone, may take. Then its address is erased
 * too.
 */
export const GOODBYE_HOURS = 24;
