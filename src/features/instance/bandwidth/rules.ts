/** The assumed cost of a piece of work that isn't measured (spec §9). */
export const ANALYTICS_EVENT_BYTES = 100;
export const ANALYTICS_EVENT_SAVED_BYTES = 50;
export const FUNCTION_CALL_BYTES = 1024;
export const GEOLOCATION_FETCH_BYTES = 2048;
/** The database traffic that serving a cached page saves. */
export const CACHE_HIT_SAVED_BYTES = 512;
