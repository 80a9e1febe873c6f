/** Marks the URL by which a visitor leaves an app: the notice has counted the view. Kept apart from the table of apps, which no page loads. */
export const LEFT_APP = "out";
