import * as z from "zod";
import { member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { NEWS_TOPIC, TOPIC_KEY, TOPIC_NAME_CHARS_MAX, TOPICS_MAX } from "./rules.ts";

export const TOPIC_ERRORS = {
  TOPICS_ALIKE: { status: 400, message: "Each topic needs a name of its own." },
} as const;

export const topicSchema = z.object({
  /** The key in consents, suppressions, and campaigns. Chosen by the client. */
  key: z
    .string()
    .regex(TOPIC_KEY, "Use lowercase letters, digits, and underscores.")
    .refine((key) => key !== NEWS_TOPIC, "Everyone gets news anyway."),
  name: storedText(TOPIC_NAME_CHARS_MAX).trim().min(1),
});

const { put } = routesOf("contacts");

export const topicsContract = {
  saveTopics: member("leads.delete")
    .route(put("/contact-settings/topics", "Name the topics that leads can leave one by one, in their order"))
    .errors(pickErrors(TOPIC_ERRORS, "TOPICS_ALIKE"))
    .input(z.object({ topics: z.array(topicSchema).max(TOPICS_MAX) }))
    .output(z.object({ topics: z.array(topicSchema) })),
};
