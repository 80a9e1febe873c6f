/** What staff can keep out of the instance. */
export const BLOCK_KINDS = ["network", "user_agent", "mail_domain"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
