/** The key of the data that comes with the page, before the code that requests it has loaded. */
export const STANDING_KEY = ["/referrals/standing"] as const;
export const REMEMBERED_KEY = ["/referrals/remembered"] as const;
