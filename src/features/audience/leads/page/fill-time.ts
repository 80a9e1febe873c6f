/** People take longer than this to fill in the form. The visitor's script waits until it's over. */
export const FORM_FILL_MS_MIN = 1000;
