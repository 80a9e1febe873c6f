// @project unit
import { expect, it } from "vitest";
import * as z from "zod";
import { listOf, sentence } from "#src/lib/endpoint.ts";
import { translateOutput } from "./translate-output.ts";

const say = (text: string) => `¡${text}!`;
const named = z.object({ name: z.string(), why: sentence().nullable() });

it("only what’s declared to be a sentence is said another way, however deep", () => {
  const schema = listOf(named.extend({ more: z.record(z.string(), z.array(sentence())).optional() }));
  const answer = {
    items: [
      { name: "a", why: "b", more: { c: ["d", "e"] } },
      { name: "f", why: null },
    ],
  };
  expect(translateOutput(schema, answer, say)).toEqual({
    items: [
      { name: "a", why: "¡b!", more: { c: ["¡d!", "¡e!"] } },
      { name: "f", why: null },
    ],
  });
  expect(answer.items[0]?.why).toBe("b");
});

it("an answer that may have several shapes is said by the one it has", () => {
  const schema = z.union([named, z.object({ is_done: z.boolean() })]);
  expect(translateOutput(schema, { is_done: true }, say)).toEqual({ is_done: true });
  expect(translateOutput(schema, { name: "a", why: "b" }, say)).toEqual({ name: "a", why: "¡b!" });
});

it("where names may be, too, only our own words are said another way", () => {
  const schema = z.object({ who: sentence(["A program"]) });
  const said = ["A program", "Page"].map((who) => translateOutput(schema, { who }, say));
  expect(said).toEqual([{ who: "¡A program!" }, { who: "Page" }]);
});

it("an answer without sentences stays the same object", () => {
  const answer = { name: "a" };
  expect(translateOutput(z.object({ name: z.string() }), answer, say)).toBe(answer);
});
