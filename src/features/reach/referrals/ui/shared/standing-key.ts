/** Where the answers wait that come with the page, before the code that asks for them. */
export const STANDING_KEY = ["/referrals/standing"] as const;
export const REMEMBERED_KEY = ["/referrals/remembered"] as const;
