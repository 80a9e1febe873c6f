/** Where a profile's public page is reached. */
export function pageAddress(publicUrl: string, username: string): string {
  return `${publicUrl}/${username}`;
}

/** The same as people write it, without the scheme. */
export function shownAddress(publicUrl: string, username: string): string {
  return pageAddress(publicUrl, username).replace(/^https?:\/\//, "");
}
