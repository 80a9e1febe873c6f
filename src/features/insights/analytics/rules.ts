/*
 * A visit has to appear on its owner's screen within two seconds. Nothing polls, so the first visit goes
 * through at once. These limits keep a crowd of visits from causing as many messages and reads.
 */

/** The minimum time between two reads by the screen. */
export const READ_EVERY_MS = 500;

/** The maximum number of live streams per person or API key on one node. */
export const STREAMS_PER_PERSON_MAX = 10;
