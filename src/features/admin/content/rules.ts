/** What visitors see of a page or a link, and what staff decided about it. */
export const SHOWN_STATES = ["shown", "off", "hidden", "adult"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export const OWNER_STATES = ["active", "suspended", "leaving"] as const;
export type OwnerState = (typeof OWNER_STATES)[number];
