/**
 * Marks the URL that leads a visitor out of an app, so that the view isn't counted twice. Separate from the
 * table of apps, which no page loads.
 */
export const EXIT_PARAM = "out";
