/*
 * Paths below `API_PATH` that a page's script calls. This file is separate from `paths.ts` because code
 * shared between scripts would become a chunk that each has to wait for; constants alone get inlined.
 */
export const visitPath = <Id extends string>(profileId: Id) => `/pages/${profileId}/visit` as const;
export const exitsPath = <Id extends string>(profileId: Id) => `/pages/${profileId}/exits` as const;
