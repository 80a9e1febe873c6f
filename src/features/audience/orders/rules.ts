/**
 * An order belongs to a campaign if its buyer clicked in it at most this long before, and in no later one
 * (5.11).
 */
export const ATTRIBUTION_DAYS = 5;
export const ORDER_ID_CHARS_MAX = 200;
/** In the currency's smallest unit: ten billion, in those with two decimals. */
export const AMOUNT_MAX = 1_000_000_000_000;
