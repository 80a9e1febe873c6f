/* Topics: the account's subjects besides news. People can leave a topic and keep getting the rest. */

import { TOPIC_ERRORS } from "#src/features/audience/consent-records/contract.ts";
import { TOPIC_NAME_CHARS_MAX, type Topic } from "#src/features/audience/consent-records/rules.ts";
import { lockSettings, updateTopics } from "#src/features/audience/contacts/contacts.ts";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { contactTopicsChanged } from "./events.ts";

/** Defines the topics. People's decisions on a deleted one stay, and count again with its key. */
export async function saveTopics(ctx: Ctx, given: { topics: Topic[] }): Promise<{ topics: Topic[] }> {
  requireWholeAccount(ctx);
  const topics = given.topics.map(({ key, name }) => ({ key, name: oneLine(name, TOPIC_NAME_CHARS_MAX) }));
  const isEachOnce = (texts: string[]) => new Set(texts).size === texts.length;
  const areNamed = topics.every(({ name }) => name !== "");
  if (!areNamed || !isEachOnce(topics.map(({ key }) => key)) || !isEachOnce(topics.map(lowerName)))
    throw failure(TOPIC_ERRORS, "TOPICS_ALIKE");
  await ctx.write(async (ctx) => {
    await lockSettings(ctx.db, ctx.account);
    await updateTopics(ctx.db, ctx.account, topics);
    await ctx.announce(contactTopicsChanged, { subject: ctx.account, payload: {} });
  });
  return { topics };
}

const lowerName = ({ name }: Topic) => name.toLowerCase();
