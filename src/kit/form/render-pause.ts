/** Longer than React takes to show what a save led to. Only the next render knows what has been saved. */
const RENDERED_MS = 50;

export const rendered = () => new Promise((resolve) => setTimeout(resolve, RENDERED_MS));
