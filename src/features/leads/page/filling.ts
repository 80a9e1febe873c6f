/** Nobody fills in the form faster than this. The visitor's script waits until it's over. */
export const FILLING_MS_MIN = 1000;
