export const PAGE_ROWS = 20;
export const DAYS_KEPT = 90;
/** More unread ones than this are “99+”, and aren't counted. */
export const UNREAD_MAX = 99;
/** The maximum number of ids per request to mark as read. */
export const READ_IDS_MAX = 200;
export const STREAMS_PER_PERSON_MAX = 10;
/** Fans who sign up on a page within this time share a notification, as long as it's unread. */
export const GROUP_MS = 60 * 60 * 1000;
/** Behind the bell, or on a device. */
export const OPENED_ON = ["in_app", "push"] as const;
