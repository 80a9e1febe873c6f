/** The height of the bar above, with some air. */
const COVERED_PX = 72;

/** A ref for what opens inside a long list: begins it in the upper half of the window, unless it's there already. */
export function scrollIntoSight(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top < COVERED_PX || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
