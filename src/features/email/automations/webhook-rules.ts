/* The dashboard shows these texts. */
import { checkUrl } from "#src/lib/url.ts";

/** What's wrong with the URL that an action calls, or undefined. Hosts in one's own network are refused as it's called. */
export function urlProblem(url: string): string | undefined {
  if (url.trim() === "") return "Enter the URL to call.";
  const checked = checkUrl(url, { allowLocal: true });
  if (!checked.ok) return "That isn’t a URL that we can call.";
  return /^https?:/i.test(checked.url) ? undefined : "That isn’t a URL that we can call.";
}
