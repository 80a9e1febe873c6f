/*
 * How long a visit may wait on its way to its owner's screen, which shows it within two seconds. Nobody
 * polls: the first visit goes through at once. These limits keep a crowd of visits from causing as many
 * messages and reads.
 */

/** Between two reads of the figures by the screen. */
export const READ_EVERY_MS = 500;

/** Live streams that one person or API key may have open on one node. */
export const STREAMS_PER_PERSON_MAX = 10;
