type Listener = (event: KeyboardEvent) => void;

let listener: Listener | undefined;

// A dialog listens on the window as soon as it mounts, even while closed, and listeners run in order of
// registration.
addEventListener("keydown", (event) => listener?.(event), true);

/** Calls `heard` for every key before any dialog's listener, however late this is called. */
export function listenBeforeDialogs(heard: Listener): void {
  listener = heard;
}
