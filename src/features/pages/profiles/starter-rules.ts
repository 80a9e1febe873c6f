/** What a page can start from, by what people do. */
export const STARTERS = [
  "musician",
  "podcaster",
  "writer",
  "shop",
  "coach",
  "photographer",
  "restaurant",
  "streamer",
  "teacher",
  "nonprofit",
] as const;
export type StarterKey = (typeof STARTERS)[number];
