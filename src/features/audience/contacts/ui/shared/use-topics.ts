import { useQuery } from "@tanstack/react-query";
import { NEWS_TOPIC, type Topic } from "#src/features/audience/consent-records/rules.ts";
import { contactsApi } from "../contact-queries.ts";

const NEWS: Topic = { key: NEWS_TOPIC, name: "News" };

/** Returns the account's topics: news first, and only that until others are defined. */
export function useTopics(): readonly Topic[] {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  return [NEWS, ...(settings.data?.topics ?? [])];
}
