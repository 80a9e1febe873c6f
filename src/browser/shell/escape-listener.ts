type Listener = (event: KeyboardEvent) => void;

let listener: Listener | undefined;

// A dialog listens at the window from the moment it mounts, even closed, and whoever listens first hears first.
addEventListener("keydown", (event) => listener?.(event), true);

/** Calls `heard` for every key before any dialog hears of it, however late this is called. */
export function listenBeforeDialogs(heard: Listener): void {
  listener = heard;
}
