/** No person fills the form in less; the visitor's script waits until it is over. */
export const FILLING_MS_MIN = 1000;
