/*
 * Below `API_PATH`: what a page's script calls about its page. Apart from `paths.ts`, because what scripts share would be
 * a file of its own that each waits for; constants alone are written into them.
 */
export const visitPath = <Id extends string>(profileId: Id) => `/pages/${profileId}/visit` as const;
export const exitsPath = <Id extends string>(profileId: Id) => `/pages/${profileId}/exits` as const;
