/** In the URL that a visitor leaves an app by: the notice has counted the view. Apart from the table, which no page loads. */
export const LEFT_APP = "out";
