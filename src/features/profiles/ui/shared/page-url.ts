import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "#src/features/accounts/ui/shared/account-queries.ts";

/** Where public pages are reached: `PUBLIC_URL` in full, and as people write it, without the scheme. */
export function usePageUrls() {
  const { data: instance } = useQuery(instanceQuery());
  const base = instance?.pages_url ?? location.origin;
  const full = (username: string) => `${base}/${username}`;
  return { full, short: (username: string) => full(username).replace(/^https?:\/\//, "") };
}
