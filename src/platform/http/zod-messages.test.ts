// @project unit
import { expect, it } from "vitest";
import * as z from "zod";
import answers from "#src/languages/es-server.json" with { type: "json" };
import { translatorOf } from "#src/lib/translate.ts";
import "./zod-messages.ts";

const say = translatorOf(answers);

it.each([
  [z.string(), undefined, "This value is missing."],
  [z.string(), 7, "This takes text."],
  [z.int(), 1.5, "This takes a whole number."],
  [z.record(z.string(), z.string()), 7, "This takes an object."],
  [z.map(z.string(), z.string()), 7, "This value doesn’t fit here."],
  [z.enum(["a", "b"]), "c", "This takes one of these: a, b."],
  [z.string().max(3), "Nora", "Use at most 3 characters."],
  [z.string().length(3), "Nora", "Use exactly 3 characters."],
  [z.array(z.int()).min(1), [], "Use at least 1 item."],
  [z.number().min(1), 0, "Enter 1 or more."],
  [z.number().lt(1), 1, "Enter less than 1."],
  [z.number().multipleOf(5), 1, "Enter a multiple of 5."],
  [z.email(), "nora", "That’s not an e-mail address. Check it for typos."],
  [z.uuid(), "1", "That’s not an ID. IDs look like 0198a000-0000-7000-8000-000000000001."],
  [z.string().regex(/^a$/), "b", "This has to match /^a$/."],
  [z.strictObject({}), { a: 1 }, "We don’t know what this is: a."],
  [z.union([z.string(), z.number()]), true, "This value doesn’t fit here."],
  [z.string("Write something first."), 7, "Write something first."],
])("says what’s wrong with a value, in every language (%#)", (schema, value, sentence) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue?.message).toBe(sentence);
  expect(say(sentence)).not.toBe(sentence);
});
