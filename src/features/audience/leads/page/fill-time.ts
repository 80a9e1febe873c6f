/** Nobody fills in the form faster than this. The visitor's script waits until it's over. */
export const FORM_FILL_MS_MIN = 1000;
